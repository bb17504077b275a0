"""What the scale of the safety screen has learned: see `coaching/safety/linear_model.py`."""

from __future__ import annotations

from functools import cache

from coaching.content.reading import data_file, read, record

FILE = "safety_weights.json"
CONCEPTS = "safety_concepts.json"
GLOSSES = "safety_glosses.json"


@record
class SafetyConcepts:
    """Words by what they stand for, in all languages; `star*` is any ending."""

    note: str
    concepts: dict[str, str]


@record
class SafetyGlosses:
    """Words that say the same in any language, by what they say; `pastill*` is any ending."""

    note: str
    dropped: str
    glosses: dict[str, str]


@record
class HashedWeights:
    """Weights by place, one signed byte each, packed; a byte times `step` is a weight."""

    step: float
    weights: str


@record
class LearnedWeights:
    """Weights by feature, as `kind first second`; written by `scripts/weigh_safety.py`.

    `kinds` has one weight for each of `categories`.
    """

    note: str
    bias: float
    weights: dict[str, float]
    pairs: HashedWeights
    pieces: HashedWeights
    glosses: HashedWeights
    categories: list[str]
    kinds: dict[str, list[float]]


@cache
def load_safety_concepts() -> SafetyConcepts:
    """Return the concepts of the scale."""
    return read(data_file(CONCEPTS), SafetyConcepts)


@cache
def load_safety_glosses() -> SafetyGlosses:
    """Return the glosses of the scale."""
    return read(data_file(GLOSSES), SafetyGlosses)


@cache
def load_learned_weights() -> LearnedWeights:
    """Return what the scale has learned."""
    return read(data_file(FILE), LearnedWeights)
