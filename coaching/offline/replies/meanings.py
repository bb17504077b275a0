"""Tells the meaning of a message with a model that was learned from example sentences.

`scripts/learn_meanings.py` learns it from `evals/examples/simple_meanings*.toml` and writes its
weights into `meanings.npz`: a row for each number of a sentence's vector, a column for each name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from coaching.offline.replies.patterns import group, pattern
from coaching.offline.replies.texts import area_of
from coaching.offline.replies.turn import fold
from coaching.text.sentence_vectors import vectors
from coaching.text.words import joined_parts, sentences, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FILE = "meanings.npz"
SCALE = 4.0
"""How much the numbers of a vector count beside the bias: chosen by counts."""
ENOUGH = 0.36
"""How likely a name must be for a message to mean it: chosen by reading conversations."""
FIRST = 0.2
"""How likely a name must be if nothing else is nearly as likely, but what is akin to it."""
TOGETHER, SURELY = 330, 430
"""How likely, in thousandths, it and its kin must be together; a win more."""
AHEAD = 1.7
"""How many times likelier they must be than the next kin."""
TOLD = 0.5
"""How likely it must be where something else may be meant."""
CLEAR = 0.75
"""How likely it is when there is hardly a doubt."""
CONGRATULATED = 0.65
"""How likely a win must be: praising somebody who did nothing is worse than saying little."""
WHOLE = 30
"""Words up to which a message is read as a whole, too."""
LEAST, CLAUSE = 2, 5
"""Words of a sentence, and of a part of one, that are read by themselves."""
NOTHING = frozenset({"story"})
"""Names of what is no subject of the coach: examples of everyday talk."""
WINS = group("meanings_wins")
"""What somebody did or got, and is congratulated for."""
ACTS = group("meanings_acts")
"""What is said to the coach and not about one's life."""
QUESTIONS = group("intents_own")
"""Questions about the app and about money that have an answer of their own."""


@dataclass(frozen=True, slots=True)
class Near:
    """What a text may mean, and how likely that is."""

    name: str
    score: float


def near(text: str) -> tuple[Near, ...]:
    """Return what a text may mean, the likeliest first; each name once.

    Every sentence is read for itself, because the last words of a long text count little.
    """
    parts = [one for one in sentences(text) if len(words(one)) >= LEAST]
    joined = (part for one in sentences(text) for part in joined_parts(one))
    parts += [one for one in joined if len(words(one)) >= CLAUSE]
    whole = (text,) if len(words(text)) <= WHOLE or not parts else ()
    return _likely(tuple(dict.fromkeys((*whole, *parts))))


def meant(text: str, *, least: float = ENOUGH) -> str:
    """Return what a text means, or an empty text where no name is likely enough."""
    found = [one for one in near(text) if one.score >= _least(one.name, least)]
    if first := next((one.name for one in found if one.name not in NOTHING), ""):
        return first
    return _alone(near(text)) if least == ENOUGH else ""


def all_meant(text: str) -> list[str]:
    """Return everything that a text means, the likeliest first."""
    found = (one.name for one in near(text) if one.score >= _least(one.name, ENOUGH))
    return [name for name in found if name not in ACTS | NOTHING]


def prepare() -> None:
    """Read the weights before somebody has to wait for it."""
    near("ok ok")


def features(texts: Sequence[str]) -> Numbers:
    """Return what the model reads of each text: its meaning, and whether it denies and asks."""
    folded = [fold(one) for one in texts]
    denies, asks = pattern("meanings_denies"), pattern("meanings_asks")
    forms = [
        (float(denies.search(one) is not None), float(asks.search(one) is not None), 1.0)
        for one in folded
    ]
    return np.hstack([vectors(texts) * SCALE, np.array(forms, np.float32)])


def _alone(found: tuple[Near, ...]) -> str:
    """Return the first name if nothing else is nearly as likely but what is akin to it."""
    if not found or found[0].name in NOTHING:
        return ""
    together = Counter[str]()
    for one in found:
        together[_kin(one.name)] += round(one.score * 1000)
    kin = _kin(found[0].name)
    mine = together.pop(kin)
    others = max(together.values(), default=0)
    is_enough = mine >= (SURELY if kin == "win" else TOGETHER) and mine >= AHEAD * others
    return found[0].name if is_enough and found[0].score >= FIRST else ""


def _kin(name: str) -> str:
    """Return what a name shares with those that it is easily taken for: its area, or a win."""
    return "win" if name in WINS else area_of(name) or name


def _least(name: str, least: float) -> float:
    return max(least, CONGRATULATED) if name in WINS else least


@lru_cache(maxsize=256)
def _likely(parts: tuple[str, ...]) -> tuple[Near, ...]:
    """Return how likely each name is in the part that says it most clearly."""
    parts = tuple(part for part in parts if words(part))
    if not parts:
        return ()
    names, weights = _model()
    own = features(parts) @ weights
    own = np.exp(own - own.max(axis=1, keepdims=True))
    best = (own / own.sum(axis=1, keepdims=True)).max(axis=0)
    found = (Near(name, float(score)) for name, score in zip(names, best, strict=True))
    return tuple(sorted(found, key=lambda one: -one.score))


@cache
def _model() -> tuple[tuple[str, ...], Numbers]:
    with resources.files("coaching.offline").joinpath("replies", FILE).open("rb") as file:
        stored = np.load(file)
        weights = stored["weights"].astype(np.float32) * stored["steps"]
        return tuple(str(name) for name in stored["names"]), weights
