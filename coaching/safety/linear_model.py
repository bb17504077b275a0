"""Linear model: scores how much the words of a message together sound like a crisis.

A linear scale over words, pairs of words and concepts (`death`, `family`, `relief`: the same ones
in English and Spanish). `scripts/weigh_safety.py` learns the weights from written messages; nothing
is learned while Toney runs. Idioms are taken out before, and `telling` names the words that count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from coaching.content.safety_weights import load_learned_weights, load_safety_concepts
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

IDIOM = "_"
"""Stands for a word that belongs to an idiom."""
WINDOW = 30
"""Whole sentences are weighed together until they have this many words."""
LONGEST = 60
"""A sentence without a full stop is cut here."""
NEAR = 4
"""So many words back a concept still forms a pair with the next."""
STEM = 5
SHORT = 12
"""A sentence of so many words needs a word of danger to be a crisis by its weight alone."""
LONG_MESSAGE = 30
"""In a message of more words one sentence has to sound like a crisis; all together are too many."""
DANGER = frozenset(
    [
        "alive",
        "body",
        "born",
        "burden",
        "die",
        "drown",
        "drug",
        "end",
        "exist",
        "farewell",
        "fear",
        "forever",
        "gather",
        "giving",
        "gone",
        "hang",
        "here",
        "hit",
        "jump",
        "kill",
        "last",
        "life",
        "lock",
        "peace",
        "place",
        "selfharm",
        "sexual",
        "shoot",
        "soon",
        "suicide",
        "threat",
        "tired",
        "vehicle",
        "wake",
        "weapon",
        "blade",
        "without",
        "world",
        "worth",
        "way",
    ]
)
"""Concepts that a crisis is told with."""
_SHORTEST_PREFIX = 4
_LONGEST_PREFIX = 8

Feature = tuple[str, str, str]
LEANING: Feature = ("c", "*", "")
"""How common a kind of crisis is at all."""


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


@dataclass(frozen=True, slots=True)
class Scale:
    """The learned weights, for a crisis and for its kinds."""

    concepts: Concepts
    weights: Mapping[Feature, float]
    bias: float
    categories: Mapping[str, Mapping[Feature, float]]


@cache
def load_concepts() -> Concepts:
    """Return the concepts; read once per process."""
    data = load_safety_concepts()
    words: dict[str, tuple[str, ...]] = {}
    prefixes: dict[str, tuple[str, ...]] = {}
    for concept, listed in data.concepts.items():
        for word in listed.split():
            table = prefixes if word.endswith("*") else words
            key = word.removesuffix("*")
            table[key] = (*table.get(key, ()), concept)
    return Concepts(words, prefixes)


@cache
def load_scale() -> Scale:
    """Return the scale; read once per process."""
    data = load_learned_weights()
    kinds = {name: _table(weights) for name, weights in data.categories.items()}
    return Scale(load_concepts(), _table(data.weights), data.bias, kinds)


def windows(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield neighbouring sentences that are read together, with their full stops."""
    window: list[str] = []
    for word in words:
        window.append(word)
        if (word == STOP and len(window) > WINDOW) or len(window) > LONGEST:
            yield window
            window = []
    if window:
        yield window


def features(words: Sequence[str], concepts: Callable[[str], tuple[str, ...]]) -> set[Feature]:
    """Return what a window is weighed by: words, neighbours, stems, concepts, concepts in order."""
    found: set[Feature] = set()
    recent: list[tuple[str, ...]] = []
    previous = STOP
    for word in (*words, STOP):
        if word == STOP:
            recent, previous = [], STOP
            continue
        found.add(("w", word, ""))
        found.add(("b", previous, word))
        if len(word) > STEM:
            found.add(("s", word[:STEM], ""))
        previous = word
        meant = concepts(word)
        for concept in meant:
            found.add(("c", concept, ""))
            found.update(("o", before, concept) for known in recent for before in known)
        recent = [*recent[1 - NEAR :], meant]
    return found


def size_of(found: Collection[Feature]) -> float:
    """Return what a sum of weights is divided by, so that long messages don't weigh more."""
    return sqrt(len(found) + 1)


def weigh(words: Sequence[str]) -> tuple[float, list[str]]:
    """Return the heaviest window of a message, and its weight: above 0 is likelier a crisis."""
    scale = load_scale()
    different = dict.fromkeys(tuple(window) for window in windows([*words, STOP]))
    return max((_weight(window, scale), list(window)) for window in different)


def weigh_sentences(words: Sequence[str]) -> tuple[float, list[str]]:
    """Return the heaviest single sentence that names a concept of danger, and its weight."""
    scale = load_scale()
    different = dict.fromkeys(map(tuple, _sentences(words)))
    named = (one for one in different if _names_danger(one, scale))
    nothing: tuple[float, list[str]] = (scale.bias, [])
    return max(((_weight(one, scale), list(one)) for one in named), default=nothing)


def speaks_of_danger(window: Sequence[str]) -> bool:
    """Return True if a window names a concept of danger, or is too long to tell by its words."""
    return len(window) > SHORT or _names_danger(window, load_scale())


def is_long(words: Sequence[str]) -> bool:
    """Return True if a message is so long that many everyday words may weigh much by chance."""
    return sum(word != STOP for word in words) > LONG_MESSAGE


def _sentences(words: Sequence[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for word in words:
        sentence.append(word)
        if word == STOP:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _names_danger(window: Sequence[str], scale: Scale) -> bool:
    return any(concept in DANGER for word in window for concept in scale.concepts.of(word))


def category(window: Sequence[str]) -> str:
    """Return which kind of crisis a window sounds like most."""
    scale = load_scale()
    found = features(window, scale.concepts.of)
    return max(
        scale.categories,
        key=lambda name: _sum(scale.categories[name], found),
    )


def telling(window: Sequence[str], most: int = 5) -> list[str]:
    """Return what weighs most in a window, as words and concepts."""
    scale = load_scale()
    found = features(window, scale.concepts.of)
    heavy = sorted(found, key=lambda feature: -scale.weights.get(feature, 0.0))[:most]
    return [" ".join(part for part in feature[1:] if part) for feature in heavy]


def _weight(window: Sequence[str], scale: Scale) -> float:
    found = features(window, scale.concepts.of)
    return scale.bias + _sum(scale.weights, found, leaning=False)


def _sum(weights: Mapping[Feature, float], found: set[Feature], *, leaning: bool = True) -> float:
    total = sum(weights.get(one, 0.0) for one in found) / size_of(found)
    return total + weights.get(LEANING, 0.0) if leaning else total


def _table(flat: Mapping[str, float]) -> dict[Feature, float]:
    table: dict[Feature, float] = {}
    for name, weight in flat.items():
        kind, first, second = (*name.split(" "), "")[:3]
        table[kind, first, second] = weight
    return table
