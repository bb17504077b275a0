"""Concepts and glosses: what a word stands for, in English and Spanish alike.

A concept (`death`, `family`, `relief`) is broad and part of what a crisis is told with. A gloss is
narrow: words that say the same (`pills`, `pastillas`), also everyday ones, so that what is learned
from one language and one word is known in the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.content.safety_weights import load_safety_concepts, load_safety_glosses
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

PLAIN_DANGER = frozenset(
    [
        "alive", "blade", "body", "born", "burden", "die", "drown", "drug", "exist", "hang",
        "hit", "jump", "kill", "life", "place", "selfharm", "sexual", "shoot", "suicide",
        "threat", "wake", "weapon",
    ]
)  # fmt: skip
"""Concepts of danger that people hardly name otherwise."""
DANGER = PLAIN_DANGER | frozenset(
    [
        "end", "farewell", "fear", "forever", "gather", "giving", "gone", "here", "last",
        "lock", "peace", "soon", "tired", "vehicle", "way", "without", "world", "worth",
    ]
)  # fmt: skip
"""All concepts that a crisis is told with; people also lock doors, leave and end contracts."""
STEM = 5
"""A word without a gloss stands for itself by so many letters."""
_DROPPED = ""
_SHORTEST_PREFIX = 4
_LONGEST_PREFIX = 8


@dataclass(frozen=True, slots=True)
class Concepts:
    """Which concepts a word stands for."""

    words: Mapping[str, tuple[str, ...]]
    prefixes: Mapping[str, tuple[str, ...]]

    def of(self, word: str) -> tuple[str, ...]:
        """Return the concepts that a word stands for."""
        found = self.words.get(word, ())
        for length in range(_SHORTEST_PREFIX, min(len(word), _LONGEST_PREFIX) + 1):
            found += self.prefixes.get(word[:length], ())
        return found


@cache
def load_concepts() -> Concepts:
    """Return the concepts; read once per process."""
    return _read(load_safety_concepts().concepts.items())


def names_danger(window: Sequence[str]) -> bool:
    """Return True if one of these words stands for a concept that a crisis is told with."""
    return not DANGER.isdisjoint(_concepts_of(window))


def names_danger_plainly(window: Sequence[str]) -> bool:
    """Return True if one of these words stands for a danger that is hardly named otherwise."""
    return not PLAIN_DANGER.isdisjoint(_concepts_of(window))


def _concepts_of(words: Iterable[str]) -> Iterator[str]:
    concepts = load_concepts()
    return (concept for word in words for concept in concepts.of(word))


def glosses(words: Sequence[str]) -> list[str]:
    """Return what each word says in one word; articles and the like say nothing."""
    known = _load_glosses()
    return [gloss for word in words if word != STOP and (gloss := _gloss(word, known)) != _DROPPED]


def _gloss(word: str, known: Concepts) -> str:
    """Return the gloss of a word: its own, else that of its longest beginning, else its stem."""
    if found := known.words.get(word):
        return found[0]
    for length in range(min(len(word), _LONGEST_PREFIX), _SHORTEST_PREFIX - 1, -1):
        if found := known.prefixes.get(word[:length]):
            return found[0]
    return word[:STEM]


@cache
def _load_glosses() -> Concepts:
    data = load_safety_glosses()
    return _read([(_DROPPED, data.dropped), *data.glosses.items()])


def _read(listed: Iterable[tuple[str, str]]) -> Concepts:
    words: dict[str, tuple[str, ...]] = {}
    prefixes: dict[str, tuple[str, ...]] = {}
    for concept, forms in listed:
        for word in forms.split():
            table = prefixes if word.endswith("*") else words
            key = word.removesuffix("*")
            table[key] = (*table.get(key, ()), concept)
    return Concepts(words, prefixes)
