"""Parsed message: features computed once, used by the rules of Observer and Strategist."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.rules import features
from coaching.rules.quotes import pick_quote
from coaching.text.content import content_words
from coaching.text.lexicon import lexicon
from coaching.text.words import heard, plain, spelled, tidy, typed_out, words

if TYPE_CHECKING:
    from coaching.text.lexicon import Feeling, Lexicon


@dataclass(frozen=True, slots=True)
class Reading:
    """What one message holds."""

    text: str
    low: str
    word_count: int
    lexicon: Lexicon
    quote: str = ""
    feeling: Feeling | None = None
    names_body: bool = False
    rating: int | None = None
    content: frozenset[str] = field(default_factory=frozenset)

    def says(self, *modes: str) -> bool:
        """Return True if the message fits a pattern of one of these kinds."""
        return any(self.lexicon.says(mode, self.low) for mode in modes)

    def has(self, *cues: str) -> bool:
        """Return True if the message holds one of these cues."""
        return any(self.lexicon.has(cue, self.low) for cue in cues)


def read(message: str, language: str) -> Reading:
    """Read one message."""
    words_of, message = lexicon(language), heard(message)
    return Reading(
        text=tidy(message),
        low=spelled(typed_out(plain(message))),
        word_count=len(words(message)),
        lexicon=words_of,
        quote=pick_quote(message, words_of),
        feeling=features.feeling(message, words_of),
        names_body=features.names_body(message, words_of),
        rating=features.rating(message, words_of, asked=False),
        content=content_words(message),
    )
