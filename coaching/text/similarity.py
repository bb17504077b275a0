"""How much two texts are about the same, by their content words, and what follows from it.

Whatever asks if something was said before asks here: guesses, signals, milestones, items of
intel, versions. A text that denies another one doesn't say it again. Words are compared, not
meaning; the labelled pairs are in tests/coaching/text/pairs.toml. Memories need more and build on
the same words (`coaching.memory.deduplication`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.text.content import content_words, read, weight
from coaching.text.words import bare_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from coaching.text.content import Sentence

SAME = 0.6  # share of content words; tuned on the labelled pairs
CHANGED = 0.5  # below it two texts are unrelated
FEWEST = 3  # content words in common, or all of a shorter text


class Relation(StrEnum):
    """Relation of a text to another one."""

    SAME = "same"
    CHANGED = "changed"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


def containment(
    one: AbstractSet[str],
    other: AbstractSet[str],
    *,
    weigh: Callable[[AbstractSet[str]], float] = len,
) -> float:
    """Return how much of one set of words is in the other, from 0 to 1; 0 for an empty one.

    Every share of words is this one. The smaller of both directions is a share of the longer text,
    the greater one of the shorter. With `weigh=weight`, words that are everywhere count half.
    """
    size = weigh(one)
    return weigh(one & other) / size if size else 0.0


def coverage(one: str, other: str) -> float:
    """Return how much of the shorter text is in the other one, from 0 to 1."""
    return _share(content_words(one), content_words(other))


def is_about(one: str, other: str) -> bool:
    """Return True if most of what the shorter text is about is in the other one, said or denied."""
    a, b = content_words(one), content_words(other)
    enough = min(FEWEST, max(len(a), len(b)))
    return len(a & b) >= enough > 0 and _share(a, b) >= SAME


def says_again(one: str, other: str) -> bool:
    """Return True if a text is about the same as another and doesn't deny it."""
    return is_about(one, other) and relation(one, other) is not Relation.CONTRADICTS


def said_before(text: str, others: Iterable[str]) -> str:
    """Return the first of the other texts that this one says again; none is empty."""
    return next((other for other in others if says_again(text, other)), "")


def repeats(one: str, other: str, *, at_least: float) -> bool:
    """Return True if two texts share so many of the longer one's words and don't deny each other.

    Small words count here: it finds the same text with a word changed, not the same thing said in
    other words. `at_least` is a share from 0 to 1.
    """
    a, b = set(bare_words(one)), set(bare_words(other))
    if min(containment(a, b), containment(b, a)) < at_least:
        return False
    return relation(one, other) is not Relation.CONTRADICTS


def relation(one: str, other: str) -> Relation:
    """Return whether a text repeats, changes or contradicts another, or is unrelated."""
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
    return max(containment(one, other, weigh=weight), containment(other, one, weigh=weight))


def _is_denied(sentence: Sentence, shared: set[str]) -> bool:
    return bool(sentence.denied & shared)


def _figures(words: set[str]) -> set[str]:
    return {word for word in words if any(sign.isdigit() for sign in word)}
