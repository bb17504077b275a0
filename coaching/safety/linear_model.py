"""Linear model: scores how much the words of a message together sound like a crisis.

A linear scale over words, concepts (`death`, `family`, `relief`: the same ones in English and
Spanish), and pairs of words, pieces of words and pairs of glosses (`hashed_words`).
`scripts/weigh_safety.py` learns the weights from written messages; no person's messages are learned
from. Idioms are taken out before, and `telling` names the words that count.
"""

from __future__ import annotations

from array import array
from base64 import b64decode
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING
from zlib import decompress

from coaching.content.safety_weights import load_learned_weights
from coaching.safety.concepts import glosses, load_concepts, names_danger
from coaching.safety.hashed_words import gloss_pairs, pairs, pieces
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from coaching.content.safety_weights import HashedWeights
    from coaching.safety.concepts import Concepts

IDIOM = "_"
"""Stands for a word that belongs to an idiom."""
WINDOW = 30
"""Whole sentences are weighed together until they have this many words."""
LONGEST = 60
"""A sentence without a full stop is cut here."""
NEAR = 4
"""So many words back a concept still forms a pair with the next."""

Feature = tuple[str, str, str]
LEANING: Feature = ("c", "*", "")
"""How common a kind of crisis is at all."""


@dataclass(frozen=True, slots=True)
class Table:
    """The learned weights of hashed features, by their places."""

    weights: array[int]
    step: float

    def sum(self, found: Collection[int]) -> float:
        """Return what these places weigh together."""
        return self.step * sum(map(self.weights.__getitem__, found)) / size_of(found)


@dataclass(frozen=True, slots=True)
class Scale:
    """The learned weights, for a crisis and for its kinds."""

    concepts: Concepts
    weights: Mapping[Feature, float]
    pairs: Table
    pieces: Table
    glosses: Table
    bias: float
    categories: Mapping[str, Mapping[Feature, float]]


@cache
def load_scale() -> Scale:
    """Return the scale; read once per process."""
    data = load_learned_weights()
    by_kind = [
        {f: weights[at] for f, weights in data.kinds.items()} for at in range(len(data.categories))
    ]
    kinds = dict(zip(data.categories, map(_table, by_kind), strict=True))
    hashed = (_hashed(data.pairs), _hashed(data.pieces), _hashed(data.glosses))
    return Scale(load_concepts(), _table(data.weights), *hashed, data.bias, kinds)


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
    """Return the named features of a window: words, concepts, and concepts in their order."""
    found: set[Feature] = set()
    recent: list[tuple[str, ...]] = []
    for word in words:
        if word == STOP:
            recent = []
            continue
        found.add(("w", word, ""))
        meant = concepts(word)
        for concept in meant:
            found.add(("c", concept, ""))
            found.update(("o", before, concept) for known in recent for before in known)
        recent = [*recent[1 - NEAR :], meant]
    return found


def size_of(found: Collection[object]) -> float:
    """Return what a sum of weights is divided by, so that long messages don't weigh more."""
    return sqrt(len(found) + 1)


def weigh(words: Sequence[str]) -> tuple[float, list[str]]:
    """Return the heaviest window of a message, and its weight: above 0 is likelier a crisis."""
    scale = load_scale()
    different = dict.fromkeys(map(tuple, windows([*words, STOP])))
    return max((_weight(window, scale), list(window)) for window in different)


def weigh_sentences(words: Sequence[str]) -> tuple[float, list[str]]:
    """Return the heaviest single sentence that names a concept of danger, and its weight."""
    scale = load_scale()
    different = dict.fromkeys(map(tuple, _sentences(words)))
    named = (one for one in different if names_danger(one))
    nothing: tuple[float, list[str]] = (scale.bias, [])
    return max(((_weight(one, scale), list(one)) for one in named), default=nothing)


def _sentences(words: Sequence[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for word in words:
        sentence.append(word)
        if word == STOP:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


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
    named = _sum(scale.weights, found, leaning=False)
    hashed = scale.pairs.sum(pairs(window)) + scale.pieces.sum(pieces(window))
    hashed += scale.glosses.sum(gloss_pairs(glosses(window)))
    return scale.bias + named + hashed


def _sum(weights: Mapping[Feature, float], found: set[Feature], *, leaning: bool = True) -> float:
    total = sum(weights.get(one, 0.0) for one in found) / size_of(found)
    return total + weights.get(LEANING, 0.0) if leaning else total


def _hashed(data: HashedWeights) -> Table:
    return Table(array("b", decompress(b64decode(data.weights))), data.step)


def _table(flat: Mapping[str, float]) -> dict[Feature, float]:
    table: dict[Feature, float] = {}
    for name, weight in flat.items():
        kind, first, second = (*name.split(" "), "")[:3]
        table[kind, first, second] = weight
    return table
