"""Finds the area of a message in `areas.toml`: the home, work, the family."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies import meanings
from coaching.offline.replies.patterns import compiled, read
from coaching.offline.replies.texts import area_of

if TYPE_CHECKING:
    import re

    from coaching.offline.replies.turn import Turn

LIKELY = 0.45
"""How likely the subjects of an area must be together for a message to be about it."""
HINTED = 0.2
"""How likely they must be if a word of it is in the message, too."""
BACK = 6
"""Replies in which an area is still open."""


def told(text: str, folded: str) -> str:
    """Return the area that a message is about, or an empty text; its words alone don't say it."""
    likely = Counter[str]()
    for one in meanings.near(text):
        if area := area_of(one.name):
            likely[area] += int(one.score * 1000)
    hinted = Counter({name: len(found.findall(folded)) for name, found in _words().items()})
    for name, score in likely.most_common(1):
        if score >= LIKELY * 1000 or (hinted[name] and score >= HINTED * 1000):
            return name
    return ""


def named(folded: str) -> str:
    """Return the area of which a question has most words, or an empty text."""
    hinted = Counter({name: len(found.findall(folded)) for name, found in _words().items()})
    (first, most), (_, next_most) = hinted.most_common(2)
    return first if most > next_most else ""


def current(turn: Turn) -> str:
    """Return the area of the last replies."""
    found = (area_of(mode) for mode in reversed(turn.modes(BACK)))
    return next((area for area in found if area), "")


@cache
def _words() -> dict[str, re.Pattern[str]]:
    return {name: _pattern(row["words"]) for name, row in read("areas.toml").items()}


def _pattern(told: str) -> re.Pattern[str]:
    return compiled(r"\b(?:" + "|".join(told.replace("*", r"\w*").split()) + r")\b")
