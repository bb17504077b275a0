"""Sentence model: how much a message means what people in danger mean, in whatever words.

A support vector machine over sentence embeddings (`coaching.text.sentence_vectors`), in English and
Spanish. `scripts/learn_danger.py` learns it from written messages; no person's messages are
learned from. It knows nothing of the rules and the weights of words: the screen puts them together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coaching.content.reading import data_file
from coaching.text.sentence_vectors import vectors
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FILE = "safety_sentences.npz"
SHORT = 60
FEW_SENTENCES = 3
"""A message of so many words and sentences is read as a whole, a longer one by its sentences.

Of joined everyday sentences every tenth group sounded like danger, of single ones hardly any."""
PIECE = 360
"""Characters; a longer sentence is cut, because some people use no full stops."""
MOST_READ = 1_600
"""Characters; of a longer message its beginning and its end are read, so that it stays quick."""

AT_ONCE = 500
"""Texts that are weighed together, so that many need no more memory."""


class Danger(NamedTuple):
    """How much the part of a message that means most danger means it, and that part."""

    weight: float
    said: str
    is_whole: bool
    """False if the message is long and this is one of its sentences."""


@dataclass(frozen=True, slots=True)
class SentenceModel:
    """Support vectors in the main directions of the embeddings, with their weights."""

    mean: NDArray[np.float32]
    """Shape (512,)."""
    directions: NDArray[np.float32]
    """Shape (512, directions)."""
    support: NDArray[np.float32]
    """Shape (vectors, directions)."""
    squares: NDArray[np.float32]
    """The squared length of each support vector; computing them took longer than all the rest."""
    weights: NDArray[np.float32]
    bias: float
    gamma: float

    def weigh(self, embedded: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the weight of each embedding: above 0 is likelier a crisis than not."""
        found = (embedded - self.mean) @ self.directions
        squares = (found**2).sum(1)[:, None] + self.squares
        distances = squares - 2 * found @ self.support.T
        return np.exp(-self.gamma * distances) @ self.weights + self.bias


@cache
def load_sentence_model() -> SentenceModel:
    """Return the model; read once per process."""
    with data_file(FILE).open("rb") as file, np.load(file, allow_pickle=False) as data:
        support = data["support"].astype(np.float32) * data["step"]
        return SentenceModel(
            mean=data["mean"].astype(np.float32),
            directions=data["directions"].astype(np.float32),
            support=support,
            squares=(support**2).sum(1),
            weights=data["weights"].astype(np.float32),
            bias=float(data["bias"]),
            gamma=float(data["gamma"]),
        )


def danger(text: str) -> Danger:
    """Return how much a message means danger, from about -2 to 2; its worst part counts."""
    return dangers([text])[0]


def dangers(texts: Sequence[str]) -> list[Danger]:
    """Return the same of many messages: read together, they take half of the time."""
    read = [parts(text) for text in texts]
    different = list(dict.fromkeys(part for one in read for part in one))
    weights: dict[str, float] = {}
    for start in range(0, len(different), AT_ONCE):
        some = different[start : start + AT_ONCE]
        weighed = load_sentence_model().weigh(vectors(some)).tolist()
        weights.update(zip(some, weighed, strict=True))
    return [_worst(one, weights) for one in read]


def _worst(read: list[str], weights: dict[str, float]) -> Danger:
    if not read:
        return Danger(-2.0, "", is_whole=True)
    worst = max(read, key=weights.__getitem__)
    return Danger(weights[worst], worst, is_whole=len(read) == 1)


def parts(text: str) -> list[str]:
    """Return what of a message is read at once: all of a short one, else its sentences."""
    short = " ".join(text.split())
    if len(short) > MOST_READ:
        half = MOST_READ // 2
        short = f"{short[:half]}\n{short[-half:]}"
    said = sentences(short)
    if len(short) <= PIECE and len(short.split()) <= SHORT and len(said) <= FEW_SENTENCES:
        return [short] if short else []
    return [piece for sentence in said for piece in wrap(sentence, PIECE)]
