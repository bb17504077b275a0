"""How much two texts are about the same, by their content words, and what follows from it.

Guesses and milestones are compared with it; memory still has measures of its own (ADR 30). It
compares words, not meaning. `relation` is tested on tests/coaching/text/pairs.toml.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.text.content import Sentence, content_words, read, weight

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

SAME, CHANGED, FEWEST = 0.6, 0.5, 3


class Relation(StrEnum):
    """How a text stands to another one."""

    SAME = "same"
    CHANGED = "changed"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


def coverage(one: str, other: str) -> float:
    """Return how much of the shorter text is in the other one, from 0 to 1."""
    return _share(content_words(one), content_words(other))


def says_again(one: str, other: str) -> bool:
    """Return True if most of what the shorter text is about is in the other one."""
    a, b = content_words(one), content_words(other)
    enough = min(FEWEST, max(len(a), len(b)))
    return len(a & b) >= enough > 0 and _share(a, b) >= SAME


def said_before(text: str, others: Iterable[str]) -> str:
    """Return the first of the other texts that this one says again; none is empty."""
    return next((other for other in others if says_again(text, other)), "")


def relation(one: str, other: str) -> Relation:
    """Return how a text stands to another: it says it again, otherwise, denies it, or neither."""
    a, b = read(one), read(other)
    words, others = set(a.words), set(b.words)
    shared = words & others
    close = _share(words, others)
    if not shared or close < CHANGED:
        return Relation.UNRELATED
    if _is_denied(a, shared) != _is_denied(b, shared):
        return Relation.CONTRADICTS
    if _figures(words) != _figures(others):
        return Relation.CHANGED
    return Relation.SAME if close >= SAME else Relation.UNRELATED


def _share(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    size = min(weight(one), weight(other))
    return weight(one & other) / size if size else 0.0


def _is_denied(sentence: Sentence, shared: set[str]) -> bool:
    return bool(sentence.denied & shared)


def _figures(words: set[str]) -> set[str]:
    return {word for word in words if any(sign.isdigit() for sign in word)}
