"""Wins as a journal: months, days, sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from coaching.clock import local_day

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.models import Win as WinRow


@dataclass(frozen=True, slots=True)
class Win:
    """A win and its day."""

    id: str = ""
    text: str = ""
    day: str = ""
    number: str = ""
    from_chat: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    """The wins of one month, newest first; `first` is its first day."""

    first: str = ""
    wins: list[Win] = field(default_factory=list[Win])


def win(row: WinRow, zone_name: str) -> Win:
    """Return one win with its day in the person's zone."""
    day = local_day(row.created_at, zone_name)
    return Win(str(row.id), row.text, day.isoformat(), str(day.day), row.source == "coach")


def months(wins: Iterable[Win]) -> list[Month]:
    """Group wins, newest first, by month."""
    grouped = groupby(wins, key=lambda win: win.day[:7])
    return [Month(f"{month}-01", list(found)) for month, found in grouped]
