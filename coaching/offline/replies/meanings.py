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
from coaching.offline.replies.texts import classes, moods
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
SURE = 0.7
"""How likely a class must be to be answered: nine of ten are right then."""
TOLD = 0.5
"""How likely it must be if a word of it is said, too, or if it is about the coach."""
ASKED = 0.4
"""How likely a class must be that is about the coach: its words are few."""
CLOSE = 0.5
"""How likely another class may be, beside the likeliest, if a word has to speak for that."""
MOODS = ("bad", "good", "")
"""The columns of the weights for the mood."""
BAD, GOOD, OTHER = 0.64, 0.72, 0.3
"""How likely a mood must be, and how likely the good one may be beside a bad one."""
BEFORE = 0.75
"""How much what is said before the last sentence counts."""
WHOLE = 30
"""Words up to which a message is read as a whole, too."""
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


_TO_COACH = pattern("meanings_to_coach")
"""Words of questions about the app; without one it is another question."""


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


def meant(text: str, *, least: float = 0.0) -> str:
    """Return what a text means, or an empty text where no class is sure enough.

    Half sure is enough where a word of the class is in the text and no other class is close by.
    """
    found = [one for one in near(text) if one.name not in NOTHING]
    first, second = found[0] if found else Near("", 0.0), found[1:2]
    if first.name in moods() and first.name not in classes():
        return ""
    if first.name.startswith("app_") and not _TO_COACH.search(fold(text)):
        return ""
    if first.score >= (least or (ASKED if first.name in ACTS else SURE)):
        return first.name
    is_alone = all(one.score < CLOSE * first.score for one in second)
    is_said = first.name in _words() and _words()[first.name].search(fold(text)) is not None
    return first.name if first.score >= TOLD and is_said and is_alone else ""


def all_meant(text: str) -> list[str]:
    """Return all classes of a person's life that a text means, the likeliest first."""
    found = (one.name for one in near(text) if one.score >= TOLD)
    return [name for name in found if name in classes()]


def mood_of(text: str) -> str:
    """Return `good` or `bad`, or an empty text where neither is likely.

    The classes say bad too often, because more of them are, so weights of its own are asked too.
    """
    parts = _parts(text)
    if not parts:
        return ""
    likely = softmax(_read(parts) @ _mood_weights()).mean(axis=0)
    bad, good = float(likely[0]), float(likely[1])
    mood, together = _together(parts)
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


def _together(parts: tuple[str, ...]) -> tuple[str, float]:
    """Return the likeliest mood, and how likely its classes are together on average."""
    mean = _likely(parts).mean(axis=0)
    of = [moods().get(name, "") for name in _model()[0]]
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
