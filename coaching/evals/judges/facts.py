"""Everything that is known at a moment, in the forms in which a reply is held against it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.evals.judges.numbers import numbers_in, value_of
from coaching.evals.judges.replies import words_of
from coaching.text.content import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class Facts:
    """Words, stems and numbers; it only grows."""

    words: set[str] = field(default_factory=set[str])
    stems: set[str] = field(default_factory=set[str])
    numbers: set[float] = field(default_factory=set[float])
    _texts: list[str] = field(default_factory=list[str])

    def learn(self, known: Sequence[str]) -> None:
        """Take in what has been added to the list since the last time."""
        for text in known[len(self._texts) :]:
            words = words_of(text)
            self.words.update(words)
            self.words.update(word.removesuffix("'s") for word in words)
            self.stems |= content_words(text)
            self.numbers |= numbers_in(text)
            self._texts.append(text)

    def has_number(self, written: str) -> bool:
        """Return True if a number is known, however it was written."""
        value = value_of(written)
        return value is None or value in self.numbers

    def has_words(self, quote: str) -> bool:
        """Return True if a quotation stands in one text, word after word; some may be left out."""
        wanted = [_plain(word) for word in words_of(quote)]
        return any(_in_order(wanted, text) for text in self._texts)


def _in_order(wanted: Sequence[str], text: str) -> bool:
    there = iter([_plain(word) for word in words_of(text)])
    return all(word in there for word in wanted)


def _plain(word: str) -> str:
    return word.replace("'", "")
