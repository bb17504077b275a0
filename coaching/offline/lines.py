"""The repertoire by id and by mode, looked up once."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.content import load_repertoire
from coaching.offline.text import words

if TYPE_CHECKING:
    from coaching.content import Entry

KNOWN_AGAIN = 2
_SLOT = re.compile(r"\{\w+\}")


@cache
def _by_id() -> dict[str, Entry]:
    return {entry.id: entry for entry in load_repertoire().entries}


def known(template_ids: tuple[str, ...]) -> list[Entry]:
    """Return the lines behind these ids; an id that is gone is skipped."""
    return [_by_id()[name] for name in template_ids if name in _by_id()]


@cache
def sayings() -> frozenset[str]:
    """Return the lines with so many words in a row that somebody would know them again."""
    entries = load_repertoire().entries
    return frozenset(entry.id for entry in entries if _longest_run(entry) >= KNOWN_AGAIN)


def _longest_run(entry: Entry) -> int:
    return max(len(words(run)) for run in _SLOT.split(entry.main))


@cache
def in_modes(*modes: str) -> tuple[Entry, ...]:
    """Return the lines that belong to one of these modes."""
    return tuple(entry for entry in load_repertoire().entries if entry.mode in modes)


@cache
def of_kinds(*kinds: str) -> tuple[Entry, ...]:
    """Return the lines of these kinds that belong to no mode."""
    return tuple(
        entry for entry in load_repertoire().entries if entry.kind in kinds and not entry.mode
    )
