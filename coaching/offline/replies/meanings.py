"""Tells what a message is about with a model that was learned from example sentences.

`scripts/learn_meanings.py` learns it from `evals/examples/simple_*.toml` and writes its weights
into `meanings.npz`: a row for each example name, a column for each number of a sentence's vector.
The names of a class are added up: one answer fits all of them (`classes.toml`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from coaching.offline.replies.patterns import group, pattern
from coaching.offline.replies.texts import classes
from coaching.offline.replies.turn import fold
from coaching.text.sentence_vectors import WIDTH, vectors
from coaching.text.words import joined_parts, sentences, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FILE = "meanings.npz"
PLACES = np.array([1, 3, 9, 27, 81])
"""What each of five weights counts in a byte."""
FORMS = 3
"""Numbers beside the vector: a no, a question, and one for all."""
SCALE = 4.0
"""How much the numbers of a vector count beside the bias: chosen by counts."""
ENOUGH = 0.4
"""How likely a class must be to be answered: three of four are right then."""
HINTED, SHARED = 0.07, 0.25
"""How likely it must be if a word of it is said too, or if its kind is likely."""
TOLD = 0.5
"""How likely it must be where something else may be meant."""
CLEAR = 0.7
"""How likely it is when there is hardly a doubt."""
CONGRATULATED = 0.6
"""How likely a win must be alone: praising somebody who did nothing is worse than saying little."""
KIND = 0.45
"""How likely the classes of a kind must be together."""
MOODS = ("bad", "good", "")
"""The columns of the weights for the mood."""
BAD, GOOD, OTHER = 0.58, 0.72, 0.3
"""How likely a mood must be, and how likely the good one may be beside a bad one."""
BEFORE = 0.75
"""How much what is said before the last sentence counts."""
WHOLE = 30
"""Words up to which a message is read as a whole, too."""
BEHIND = 0.35
"""How likely a class must be, beside the likeliest, for a word to speak for it."""
TRIED = 5
"""Classes that a word may speak for, the likeliest first."""
LEAST, CLAUSE = 2, 5
"""Words of a sentence, and of a part of one, that are read by themselves."""
NOTHING = frozenset({"story", "agrees", "idk"})
"""Classes of what is said by the way, or says yes or little to a reply."""
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
    """Return what a text may mean, the likeliest first.

    Every sentence is read for itself, because the last words of a long text count little. What
    comes before the last sentence counts a little less: people end with what they mean.
    """
    parts = _parts(text)
    if not parts:
        return ()
    last = (sentences(text) or [""])[-1]
    counts = [1.0 if place == 0 or part in last else BEFORE for place, part in enumerate(parts)]
    likely = _likely(parts)
    best = (likely * np.array(counts)[:, None]).max(axis=0)
    score = (best + likely.mean(axis=0)) / 2
    found = (Near(name, float(one)) for name, one in zip(_model()[0], score, strict=True))
    return tuple(sorted(found, key=lambda one: -one.score))


def meant(text: str, *, least: float = ENOUGH) -> str:
    """Return what a text means, or an empty text where no class is likely enough."""
    found = [one.name for one in near(text) if one.score >= _least(one.name, least)]
    if first := next((name for name in found if name not in NOTHING), ""):
        return first
    return "" if found or least != ENOUGH else _supported(text)


def all_meant(text: str) -> list[str]:
    """Return all classes of a person's life that a text means, the likeliest first."""
    found = (one.name for one in near(text) if one.score >= _least(one.name, ENOUGH))
    return [name for name in found if name in classes()]


def kind_of(text: str) -> str:
    """Return the kind of a text (`people`, `work` …), or an empty text where none is likely."""
    kind, score = _together(text, "kind")
    return kind if score >= KIND else ""


def mood_of(text: str) -> str:
    """Return `good` or `bad`, or an empty text where neither is likely.

    The classes say bad too often, because more of them are, so weights of its own are asked too.
    """
    parts = _parts(text)
    if not parts:
        return ""
    likely = softmax(_read(parts) @ _mood_weights()).mean(axis=0)
    bad, good = float(likely[0]), float(likely[1])
    mood, together = _together(text, "mood")
    if good >= GOOD:
        return "good" if mood == "good" or together < TOLD else ""
    is_bad = mood == "bad" and good < OTHER and (bad + together) / 2 >= BAD
    return "bad" if is_bad else ""


def prepare() -> None:
    """Read the weights before somebody has to wait for it."""
    near("ok ok")


def features(texts: Sequence[str]) -> Numbers:
    """Return what the model reads of each text: its meaning, and whether it denies and asks."""
    denies, asks = pattern("meanings_denies"), pattern("meanings_asks")
    forms = [
        (float(denies.search(one) is not None), float(asks.search(one) is not None), 1.0)
        for one in map(fold, texts)
    ]
    return np.hstack([vectors(texts) * SCALE, np.array(forms, np.float32)])


def softmax(told: Numbers) -> Numbers:
    """Return how likely each column is in each row."""
    own: Numbers = np.exp(told - told.max(axis=1, keepdims=True))
    return own / own.sum(axis=1, keepdims=True)


def _supported(text: str) -> str:
    """Return a class that isn't likely enough alone: a word or its kind speaks for it, too."""
    found, kind, folded = near(text)[:TRIED], kind_of(text), fold(text)
    is_bad = mood_of(text) == "bad"
    for one in found:
        says = one.name in _words() and _words()[one.name].search(folded) is not None
        is_near = one.score >= max(HINTED, BEHIND * found[0].score)
        if says and is_near and not (is_bad and one.name in WINS):
            return one.name
    first = found[0] if found else Near("", 0.0)
    is_shared = bool(kind) and kind == classes().get(first.name, {}).get("kind")
    return first.name if is_shared and first.score >= SHARED else ""


@cache
def _words() -> dict[str, re.Pattern[str]]:
    rows = ((name, row["words"]) for name, row in classes().items() if "words" in row)
    return {
        name: re.compile(
            r"\b(?:" + "|".join(told.split()).replace("*", r"\w*").replace("_", " ") + r")\b"
        )
        for name, told in rows
    }


def packed(weights: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return weights of -1, 0 and 1, five of them in a byte."""
    flat = (weights + 1).ravel()
    filled = np.append(flat, np.zeros(-len(flat) % len(PLACES), np.int8))
    found: NDArray[np.uint8] = (filled.reshape(-1, len(PLACES)) @ PLACES).astype(np.uint8)
    return found


def unpacked(stored: NDArray[np.uint8], columns: int) -> Numbers:
    """Return the weights of so many columns."""
    flat = (stored[:, None] // PLACES % 3).ravel().astype(np.float32) - 1
    return flat[: len(flat) // columns * columns].reshape(-1, columns)[: WIDTH + FORMS]


def _parts(text: str) -> tuple[str, ...]:
    parts = [one for one in sentences(text) if len(words(one)) >= LEAST]
    joined = (part for one in sentences(text) for part in joined_parts(one))
    parts += [one for one in joined if len(words(one)) >= CLAUSE]
    whole = (text,) if len(words(text)) <= WHOLE or not parts else ()
    return tuple(part for part in dict.fromkeys((*whole, *parts)) if words(part))


def _least(name: str, least: float) -> float:
    return max(least, CONGRATULATED) if name in WINS else least


def _together(text: str, what: str) -> tuple[str, float]:
    """Return the likeliest kind or mood, and how likely its classes are together on average."""
    parts = _parts(text)
    mean = _likely(parts).mean(axis=0) if parts else np.zeros(len(_model()[0]), np.float32)
    of = [str(classes().get(name, {}).get(what, "")) for name in _model()[0]]
    found = {name: float(mean[[one == name for one in of]].sum()) for name in {*of} - {""}}
    return max(found.items(), key=lambda one: one[1])


@lru_cache(maxsize=256)
def _read(parts: tuple[str, ...]) -> Numbers:
    return features(parts)


@lru_cache(maxsize=256)
def _likely(parts: tuple[str, ...]) -> Numbers:
    """Return how likely each class is in each part."""
    _, weights, sums = _model()
    return softmax(_read(parts) @ weights) @ sums


@cache
def _mood_weights() -> Numbers:
    with resources.files("coaching.offline").joinpath("replies", FILE).open("rb") as file:
        stored: Any = np.load(file)
        weights: Numbers = stored["moods"].astype(np.float32)
        return weights


@cache
def _model() -> tuple[tuple[str, ...], Numbers, Numbers]:
    """Return the classes, the weights, and which names are added up for each class."""
    with resources.files("coaching.offline").joinpath("replies", FILE).open("rb") as file:
        stored: Any = np.load(file)
        names = tuple(str(name) for name in stored["classes"])
        weights = unpacked(stored["weights"], len(stored["of"])) * stored["steps"]
        return names, weights, np.eye(len(names), dtype=np.float32)[stored["of"]]
