"""Tells the meaning of a message with a model that was learned from example sentences.

`scripts/learn_meanings.py` learns it from `evals/examples/simple_m*.toml` and writes its weights
into `meanings.npz`: a row for each number of a sentence's vector, a column for each name. There
are two sets of names: what a message is about, and what it does in a story (`moves.toml`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from coaching.offline.replies.patterns import compiled, group, pattern, read
from coaching.offline.replies.texts import area_of
from coaching.offline.replies.turn import fold
from coaching.text.sentence_vectors import vectors
from coaching.text.words import joined_parts, sentences, words

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FILE = "meanings.npz"
FORM = 2.0
"""How much a form counts: chosen by the moves of people whose messages were not learned."""
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
BEFORE = 0.75
"""How much what is said before the last sentence counts."""
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
    parts = _parts(text)
    return _likely(parts, last=(sentences(text) or [""])[-1])


def moves(text: str) -> tuple[Near, ...]:
    """Return what a text may do in a story, the likeliest first: somebody is defended, a no feared.

    The examples are whole messages, so only a long one is read by its sentences.
    """
    is_long = len(words(text)) > WHOLE
    return _likely(_parts(text) if is_long else (text,), "moves")


def likely(name: str, text: str) -> float:
    """Return how likely a text means this name."""
    return next((one.score for one in near(text) if one.name == name), 0.0)


def _parts(text: str) -> tuple[str, ...]:
    parts = [one for one in sentences(text) if len(words(one)) >= LEAST]
    joined = (part for one in sentences(text) for part in joined_parts(one))
    parts += [one for one in joined if len(words(one)) >= CLAUSE]
    whole = (text,) if len(words(text)) <= WHOLE or not parts else ()
    return tuple(dict.fromkeys((*whole, *parts)))


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


def denies(text: str) -> bool:
    """Return True if a text says that something isn't so."""
    return pattern("meanings_denies").search(fold(text)) is not None


def prepare() -> None:
    """Read the weights before somebody has to wait for it."""
    near("ok ok")
    moves("ok ok")


def features(texts: Sequence[str]) -> Numbers:
    """Return what the model reads of each text: its meaning, and whether it denies and asks."""
    folded = [fold(one) for one in texts]
    denies, asks = pattern("meanings_denies"), pattern("meanings_asks")
    forms = [
        (float(denies.search(one) is not None), float(asks.search(one) is not None), 1.0)
        for one in folded
    ]
    return np.hstack([vectors(texts) * SCALE, np.array(forms, np.float32)])


def forms(texts: Sequence[str]) -> Numbers:
    """Return what the model of moves reads beside the meaning: who acts, a no, a time, a wish."""
    folded = [fold(one) for one in texts]
    found = [[one.search(text) is not None for one in _forms()] for text in folded]
    return np.array(found, np.float32) * FORM


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
def _likely(parts: tuple[str, ...], kind: str = "names", last: str = "") -> tuple[Near, ...]:
    """Return how likely each name is in the part that says it most clearly.

    What comes before the last sentence counts a little less: people end with what they mean.
    """
    parts = tuple(part for part in parts if words(part))
    if not parts:
        return ()
    names, weights = _model(kind)
    told = features(parts)
    own = (np.hstack([told, forms(parts)]) if kind == "moves" else told) @ weights
    own = np.exp(own - own.max(axis=1, keepdims=True))
    counts = [1.0 if place == 0 or part in last else BEFORE for place, part in enumerate(parts)]
    best = (own / own.sum(axis=1, keepdims=True) * np.array(counts)[:, None]).max(axis=0)
    found = (Near(name, float(score)) for name, score in zip(names, best, strict=True))
    return tuple(sorted(found, key=lambda one: -one.score))


@cache
def _forms() -> list[re.Pattern[str]]:
    return [compiled(one) for one in read("parts.toml")["forms"].values()]


@cache
def _model(kind: str) -> tuple[tuple[str, ...], Numbers]:
    with resources.files("coaching.offline").joinpath("replies", FILE).open("rb") as file:
        stored = np.load(file)
        weights = stored[f"{kind}_weights"].astype(np.float32) * stored[f"{kind}_steps"]
        return tuple(str(name) for name in stored[kind]), weights
