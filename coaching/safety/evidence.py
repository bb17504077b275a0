"""Evidence: how much the words of a message have to weigh to be a crisis by their weight alone.

Short sentences are weighed with a few words, so chance weighs more in them, and nearly all of what
people say about their money and their families is short. So a short sentence has to weigh more
than a long one, and more still if it names no danger plainly. Just below that it is a concern,
which is answered with one plain question.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from coaching.safety.concepts import names_danger, names_danger_plainly
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST = 3
"""A message of fewer words is no crisis by their weight alone: `door` or `wake up` says nothing."""
SHORT = 12
"""A sentence of so many words needs a word of danger to be heard by its weight alone."""
LONG_MESSAGE = 30
"""In a message of more words one sentence has to sound like a crisis; all together are too many."""
MANY_SENTENCES = 4
"""So are that many full stops, with the one before the first sentence."""
USUAL, USUAL_WORDS = 0.25, 12
"""What a window of so many words has to weigh to be a crisis."""
BY_LENGTH = 1.2
"""What it has to weigh less for each e-fold of its length, and more where it is shorter."""
LEAST, MOST = 0.3, 2.0
"""However long or short it is."""
FEW = 14
UNNAMED = 0.5
"""What so few words have to weigh more if no phrase is heard and no danger is named plainly."""
BAND = 0.2
"""So much below that, words are a concern: the coach asks directly instead of ending the talk."""
STORY = frozenset(
    [
        "documental", "documentary", "episode", "film", "movie", "novel", "novela", "peli",
        "pelicula", "podcast", "serie", "thriller",
    ]
)  # fmt: skip
"""What happens there is told: by weight alone it is asked about at most."""
FLOOR = -0.2
"""Words that weigh less are nothing, however many there are."""


def crisis_weight(window: Sequence[str], *, is_heard: bool = False) -> float:
    """Return what a window has to weigh to be a crisis; `is_heard` if a phrase says something."""
    said = _said(window)
    by_length = max(LEAST, min(MOST, USUAL - BY_LENGTH * log(max(1, said) / USUAL_WORDS)))
    is_plain = is_heard or said > FEW or names_danger_plainly(window)
    return by_length if is_plain else by_length + UNNAMED


def speaks_of_danger(window: Sequence[str]) -> bool:
    """Return True if a window names a concept of danger, or is too long to tell by its words."""
    return _said(window) >= FEWEST and (len(window) > SHORT or names_danger(window))


def is_long(words: Sequence[str]) -> bool:
    """Return True if a message is so long that many everyday words may weigh much by chance."""
    said = _said(words)
    return said > LONG_MESSAGE or len(words) - said > MANY_SENTENCES


def _said(words: Sequence[str]) -> int:
    return len(words) - words.count(STOP)
