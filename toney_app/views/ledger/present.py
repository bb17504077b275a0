"""Entries of the ledger as rows, the first of each day with its day."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.domains.ledger.entries import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.domains.ledger.entries import Entry

GROUPS: dict[str, tuple[Kind, ...]] = {
    "wins": (Kind.WIN, Kind.STEP, Kind.STEP_CHANGE, Kind.DONE),
    "cards": (Kind.CARD,),
    "memories": (Kind.MEMORY, Kind.NOTE),
    "goals": (Kind.GOAL, Kind.DREAM, Kind.CHANGE, Kind.PLAN, Kind.REMINDER),
    "money": (Kind.MONEY,),
}
TITLED = frozenset({Kind.CARD, Kind.DREAM, Kind.GOAL, Kind.NOTE})
"""The first line of these is a title."""
OWN_WORDS = frozenset({Kind.WIN, Kind.STEP})


@dataclass(frozen=True, slots=True)
class Row:
    """An entry for the page; `day` is set for the first entry of each day."""

    id: str = ""
    kind: str = ""
    by: str = ""
    at: str = ""
    day: str = ""
    title: str = ""
    text: str = ""
    reason: str = ""
    because: str = ""
    before: str = ""
    is_quote: bool = False
    can_undo: bool = False
    is_undone: bool = False


def rows(entries: Iterable[Entry], zone_name: str, *, after: str = "") -> list[Row]:
    """Return rows; `after` is the day of the row above the first one."""
    found = list(entries)
    days = [local_day(entry.at, zone_name).isoformat() for entry in found]
    shown = [day if day != above else "" for above, day in pairwise([after, *days])]
    return [_row(entry, day) for entry, day in zip(found, shown, strict=True)]


def _row(entry: Entry, day: str) -> Row:
    title, _, rest = entry.text.partition("\n")
    is_titled = entry.kind in TITLED and bool(rest) and not entry.before
    return Row(
        id=entry.id,
        kind=entry.kind.value,
        by=entry.by.value,
        at=entry.at.isoformat(),
        day=day,
        title=title if is_titled else "",
        text=rest if is_titled else entry.text,
        reason=entry.reason.value,
        because=entry.because,
        before=entry.before,
        is_quote=entry.kind in OWN_WORDS,
        can_undo=entry.can_undo,
    )
