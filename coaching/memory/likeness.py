"""Whether two memories say the same, the newer says it anew, or they are about different things."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from coaching.memory.corrections import content_words
from coaching.memory.items import words
from coaching.memory.rules import load_rules

SAME = 0.7
LEAST_SHARED = 2


class Likeness(StrEnum):
    """How a new memory stands to a known one."""

    OTHER = "other"
    SAME = "same"
    CHANGED = "changed"


def likeness(new: str, known: str) -> Likeness:
    """Return how a new text stands to a known one, by their telling words.

    A text that holds nothing beyond the known one says the same. The same with other numbers, or
    with a no where there was none, is a change; other names are other people.
    """
    a, b = telling(new), telling(known)
    if not a or not b:
        return Likeness.OTHER
    if _is_denied(new) != _is_denied(known):
        shared = len(_without_no(a) & _without_no(b))
        return Likeness.CHANGED if shared >= min(LEAST_SHARED, len(b)) else Likeness.OTHER
    plain_a, plain_b = _without_numbers(a), _without_numbers(b)
    if plain_a == plain_b and a != b:
        return Likeness.SAME if a < b else Likeness.CHANGED
    if a <= b or len(a & b) / max(len(a), len(b)) >= SAME:
        return Likeness.SAME
    return Likeness.OTHER


@lru_cache(maxsize=4096)
def telling(text: str) -> frozenset[str]:
    """Return what a text is about: one word for each thing, whatever word was used for it."""
    rules = load_rules()
    for phrase, plain in rules.phrases:
        text = phrase.sub(plain, text)
    kept = (w for w in words(text) if w not in rules.frame and (len(w) > 1 or w.isdigit()))
    one = (rules.same.get(word, word) for word in kept)
    return content_words(" ".join(one))


def is_related(new: str, known: str) -> bool:
    """Whether two texts have a telling word in common."""
    return bool(telling(new) & telling(known))


@lru_cache(maxsize=4096)
def _is_denied(text: str) -> bool:
    return load_rules().fits("denied", text)


def _without_no(found: frozenset[str]) -> frozenset[str]:
    return found - telling("stop")


def _without_numbers(found: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in found if not any(char.isdigit() for char in word))
