"""What a message means, by the example sentences that are nearest to it.

`examples.toml` has a few sentences for each thing that Simple mode can answer. A sentence is near
another one when its vector is (`coaching.text.sentence_vectors`), and when it uses the same rare
words. `scripts/offline_examples.py` writes the vectors of the examples into `examples.npz`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from coaching.offline.replies.patterns import compiled, group, pattern, read
from coaching.offline.replies.turn import fold
from coaching.text.sentence_vectors import vectors
from coaching.text.words import clauses, joined_parts, sentences, words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FILE = "examples.npz"
LARGEST = 127
"""A number of a vector is written as a whole number up to this, in one byte."""
STEM = 6
"""Letters of a word that count: `saving` and `savings` are the same."""
RARE_WORDS = 0.5
"""How much the same rare words count beside the same meaning: chosen by counts."""
NEAREST = 3
"""Examples of one name whose average counts, beside the nearest one."""
UNKNOWN = 0.3
"""How much a word that is in no example counts against the words that are."""
OTHER_SIGN = 0.12
"""What it costs when one of two sentences denies something and the other doesn't."""
ENOUGH = 0.56
"""How near the nearest examples must be for a message to mean the same: chosen by counts."""
EVERYDAY = 0.62
"""How near they must be when no word of money or trouble is in the message."""
SURE = 0.8
"""How near they are when there is no doubt."""
PLAIN = 0.7
"""How near they are when the second best name need not be far behind."""
MARGIN = 0.07
"""How far the second best name must be behind what is less near than that."""
CONGRATULATED = 0.72
"""How near what is congratulated must be: to praise who did nothing is worse than to say little."""
TOLD = 0.7
"""How near something told must be to count before something said to the coach."""
FEW = 7
"""Words up to which a message is about one thing."""
WHOLE = 30
"""Words up to which a message is read as a whole, too."""
LEAST = 2
"""Words of a sentence that can be near an example."""
CLAUSE = 5
"""Words of a part of a sentence that can be near one by itself."""
NOTHING = frozenset({"story"})
"""Names of what is no subject of the coach: examples of everyday talk."""
WINS = group("meanings_wins")
"""What somebody did or got, and is congratulated for."""
ACTS = group("meanings_acts")
"""What is said to the coach and not about one's life."""
QUESTIONS = group("intents_own")
"""Questions about the app and about money that have an answer of their own."""
_TROUBLE = compiled("<TROUBLE>", "<MONEY>", "<GOOD>", "<HARD>", "\\?")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True)
class Near:
    """What a text may mean, and how near its examples are."""

    name: str
    score: float


def near(text: str) -> tuple[Near, ...]:
    """Return what a text may mean, the nearest first; each name once.

    Every sentence is read for itself, because the last words of a long text count little.
    """
    parts = [one for one in sentences(text) if len(words(one)) >= LEAST]
    joined = [part for one in sentences(text) for part in joined_parts(one)]
    parts += [one for one in (*clauses(text), *joined) if len(words(one)) >= CLAUSE]
    whole = (text,) if len(words(text)) <= WHOLE or not parts else ()
    return _nearest(tuple(dict.fromkeys((*whole, *parts))))


def meant(text: str, *, least: float = ENOUGH) -> str:
    """Return what a text means, or an empty text without an example that is near enough.

    In more than a few words what is told counts before what is said to the coach.
    """
    found = [one for one in near(text) if one.name not in WINS or one.score >= CONGRATULATED]
    first = next((one for one in found if one.name not in NOTHING), None)
    if first is None or first.score < _least(text, least) or found[0].name in NOTHING:
        return ""
    if first.score < PLAIN and found[1].score > first.score - MARGIN:
        return ""
    if first.name not in ACTS - QUESTIONS or len(words(text)) <= FEW:
        return first.name
    told = next(one for one in found if one.name not in ACTS | NOTHING)
    return told.name if told.score >= TOLD else first.name


def _least(text: str, least: float) -> float:
    return least if _TROUBLE.search(fold(text)) else max(least, EVERYDAY)


def all_meant(text: str) -> list[str]:
    """Return everything that a text means, the surest first, each sentence for itself."""
    joined = (part for one in sentences(text) for part in joined_parts(one))
    parts = dict.fromkeys((text, *(one for one in joined if len(words(one)) >= CLAUSE - 1)))
    firsts = (near(part)[:1] for part in parts)
    found = sorted((one for first in firsts for one in first), key=lambda one: -one.score)
    fits = (one.name for one in found if one.score >= ENOUGH and one.name not in ACTS | NOTHING)
    return list(dict.fromkeys(fits))


def prepare() -> None:
    """Read the examples before somebody has to wait for it."""
    near("")


def digest() -> str:
    """Return what the examples are known by, so that old vectors are noticed."""
    return sha256("\n".join(f"{name}\t{text}" for name, text in examples()).encode()).hexdigest()


@cache
def examples() -> tuple[tuple[str, str], ...]:
    """Return the name and the text of all examples."""
    table: dict[str, list[str]] = read("examples.toml")
    return tuple((name, text) for name, texts in table.items() for text in texts)


@dataclass(frozen=True, slots=True)
class _Index:
    """The examples as numbers: `rare` has a row per word, `starts` the first example of a name."""

    names: tuple[str, ...]
    starts: tuple[int, ...]
    meanings: Numbers
    places: dict[str, int]
    weights: Numbers
    rare: Numbers
    denies: NDArray[np.bool_]


@lru_cache(maxsize=256)
def _nearest(parts: tuple[str, ...]) -> tuple[Near, ...]:
    """Return how near each name is to the part that is nearest to it; all are encoded at once."""
    index, parts = _index(), tuple(part for part in parts if words(part))
    if not parts:
        return ()
    own = vectors(parts) @ index.meanings.T
    rare = np.array([_rare_words(part, index.places, index.weights) for part in parts])
    own += RARE_WORDS * (rare @ index.rare)
    own -= OTHER_SIGN * (index.denies != np.array([[_denies(part)] for part in parts]))
    ends = (*index.starts[1:], own.shape[1])
    scores = [_score(own[:, a:b]) for a, b in zip(index.starts, ends, strict=True)]
    found = (Near(name, score) for name, score in zip(index.names, scores, strict=True))
    return tuple(sorted(found, key=lambda one: -one.score))


def _score(own: Numbers) -> float:
    """Return how near a name is: its nearest example, and the average of its nearest ones."""
    nearest = np.sort(own, axis=1)[:, ::-1][:, :NEAREST]
    return float((nearest[:, 0] + nearest.mean(axis=1)).max()) / 2


@cache
def _index() -> _Index:
    with resources.files("coaching.offline").joinpath("replies", FILE).open("rb") as file:
        numbers = np.load(file)["vectors"].astype(np.float32)
    numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
    rows = examples()
    names = tuple(dict.fromkeys(name for name, _ in rows))
    places = [name for name, _ in rows]
    counts = Counter(stem for _, text in rows for stem in set(_stems(text)))
    known = {stem: place for place, stem in enumerate(counts)}
    weights = np.array([math.log(len(rows) / counts[stem]) for stem in known], np.float32)
    return _Index(
        names,
        tuple(places.index(name) for name in names),
        numbers,
        known,
        weights,
        np.array([_rare_words(text, known, weights) for _, text in rows], np.float32).T.copy(),
        np.array([_denies(text) for _, text in rows]),
    )


def _rare_words(text: str, places: dict[str, int], weights: Numbers) -> Numbers:
    """Return a vector of length 1 with the words of a text, the rare ones longer."""
    found, unknown = np.zeros(len(places), np.float32), 0
    for stem in set(_stems(text)):
        if (place := places.get(stem)) is not None:
            found[place] = weights[place]
        else:
            unknown += 1
    most = math.log(max(len(places), 2)) ** 2
    length = math.sqrt(float(found @ found) + UNKNOWN * most * unknown)
    return found / max(length, 1.0)


def _stems(text: str) -> list[str]:
    return [word[:STEM] for word in _WORD.findall(fold(text))]


def _denies(text: str) -> bool:
    return pattern("meanings_denies").search(fold(text)) is not None
