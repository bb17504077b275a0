"""Deduplication: whether two memories say the same, contradict each other, or differ."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from coaching.memory.rules import load_rules, straight
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.text.words import bare_words, words

SAME = 0.7
LEAST_DONE = 3  # words; with fewer it isn't plain that the same thing was done


class Likeness(StrEnum):
    """How a new memory stands to a known one."""

    OTHER = "other"
    SAME = "same"
    CHANGED = "changed"


def likeness(new: str, known: str) -> Likeness:
    """Return how a new text stands to a known one.

    It is a change only when the two differ in nothing but the denial, word for word and in the same
    order; when something that hadn't been done is done, the new one may add where and when. Other
    numbers, people or days are something else, which replaces nothing by itself.
    """
    a, b = telling(new), telling(known)
    if not a or not b:
        return Likeness.OTHER
    if _is_denied(new) != _is_denied(known):
        is_change = _undenied(new) == _undenied(known) or _is_done_now(new, known)
        return Likeness.CHANGED if is_change else Likeness.OTHER
    if a <= b:
        return Likeness.SAME
    if any(map(_tells_apart, a ^ b)):
        return Likeness.OTHER
    shared = min(containment(a, b), containment(b, a))
    return Likeness.SAME if shared >= SAME else Likeness.OTHER


@lru_cache(maxsize=4096)
def telling(text: str) -> frozenset[str]:
    """Return what a text is about: one word for each thing, whatever word was used for it."""
    rules = load_rules()
    text = rules.written_out(text)
    for phrase, plain in rules.phrases:
        text = phrase.sub(plain, text)
    kept = (w for w in bare_words(text) if w not in rules.frame and (len(w) > 1 or w.isdigit()))
    one = (rules.same.get(word) or rules.same.get(word.removesuffix("s"), word) for word in kept)
    return content_words(" ".join(one))


def is_related(new: str, known: str) -> bool:
    """Return True if two texts have a telling word in common."""
    return bool(telling(new) & telling(known))


_NOT_YET = re.compile(
    r"\b(?:ha(?:ven|s)n?'t|ha(?:ve|s) not|ha(?:ve|s) never|(?:todavía|aún) no|no ha[sn]?)\b"
)
_CIRCUMSTANCE = re.compile(
    r"(?:on|at|over|and|with|yesterday|today|this|el|la|en|y|con|ayer|hoy|por)"
)


def _is_done_now(new: str, known: str) -> bool:
    """Return True for `you haven't told Ana the number` and `you told Ana the number at tea`."""
    if _is_denied(new) or not _NOT_YET.search(straight(known).casefold()):
        return False
    done, open_then = _undenied(new), _undenied(known)
    after = done[len(open_then) :]
    is_begun = len(open_then) >= LEAST_DONE and done[: len(open_then)] == open_then
    return is_begun and bool(after) and _CIRCUMSTANCE.fullmatch(after[0]) is not None


_SHORT = re.compile(r"'(?:re|ve|ll|d|m|s)$")


@lru_cache(maxsize=4096)
def _undenied(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, without those that a denial adds or takes away."""
    rules = load_rules()
    plain = rules.without("denial", rules.written_out(text))
    kept = (_SHORT.sub("", word) for word in words(plain))
    one = (rules.verbs.get(word, word) for word in kept if word not in rules.helpers)
    found = tuple(_stem(rules.same.get(word, word)) for word in one)
    return found[1:] if found[:1] == ("you",) else found


def _stem(word: str) -> str:
    return next(iter(content_words(word)), word)


@lru_cache(maxsize=4096)
def _tells_apart(word: str) -> bool:
    """Return True if a word of only one text makes them two: a number, a person, a day."""
    return any(char.isdigit() for char in word) or word in _people_and_days()


@lru_cache(maxsize=1)
def _people_and_days() -> frozenset[str]:
    rules = load_rules()
    return content_words(" ".join((*rules.people, *rules.weekdays, *rules.months)))


@lru_cache(maxsize=4096)
def _is_denied(text: str) -> bool:
    return load_rules().fits("denied", text)
