"""Finds the area of a message in `areas.toml`: the home, work, the family."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies import meanings
from coaching.offline.replies.patterns import compiled, pattern, read
from coaching.offline.replies.texts import area_of
from coaching.text.words import words

if TYPE_CHECKING:
    import re

    from coaching.offline.replies.turn import Turn

LIKELY = 0.45
"""How likely the subjects of an area must be together for a message to be about it."""
HINTED = 0.2
"""How likely they must be if a word of it is in the message, too."""
OFTEN, FEW = 2, 8
"""Words of an area that say enough alone, and words of a message in which one does."""
BACK = 6
"""Replies in which an area is still open."""

_ASKS = pattern("meanings_asks")


def told(text: str, folded: str, *, surely: bool = False) -> str:
    """Return the area that a message is about, or an empty text; words alone don't make it sure."""
    likely = Counter[str]()
    for one in meanings.near(text):
        if area := area_of(one.name):
            likely[area] += int(one.score * 1000)
    hinted = Counter({name: len(found.findall(folded)) for name, found in _words().items()})
    for name, score in likely.most_common(1):
        if score >= LIKELY * 1000 or (hinted[name] and score >= HINTED * 1000):
            return name
    (first, most), (_, next_most) = hinted.most_common(2)
    is_short = len(words(text)) <= FEW or _ASKS.search(folded) is not None
    is_clear = most > next_most and (most >= OFTEN or is_short)
    return first if is_clear and not surely else ""


def current(turn: Turn) -> str:
    """Return the area of the last replies."""
    found = (area_of(mode) for mode in reversed(turn.modes(BACK)))
    return next((area for area in found if area), "")


@cache
def _words() -> dict[str, re.Pattern[str]]:
    return {name: _pattern(row["words"]) for name, row in read("areas.toml").items()}


def _pattern(told: str) -> re.Pattern[str]:
    return compiled(r"\b(?:" + "|".join(told.replace("*", r"\w*").split()) + r")\b")
