"""Which language somebody writes: a doubtful text goes with earlier ones, then the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.lexicon import LANGUAGES, lexicon
from coaching.offline.text import plain, words

if TYPE_CHECKING:
    from collections.abc import Iterable

CLEAR = 2


def language_of(texts: Iterable[str], profile: str = "en") -> str:
    """Return the language of the newest text that shows one; `profile` keeps its region."""
    speaks_spanish = profile.lower().startswith("es")
    for text in texts:
        english, spanish = (_own_words(text, name) for name in LANGUAGES)
        if spanish >= CLEAR > english or (spanish and not english and speaks_spanish):
            return profile if speaks_spanish else "es"
        if english >= CLEAR > spanish or (english and not spanish and not speaks_spanish):
            return "en"
    return profile if speaks_spanish else "en"


def _own_words(text: str, language: str) -> int:
    """How many everyday words of this language, and of no other, a text holds."""
    other = next(name for name in LANGUAGES if name != language)
    return len(set(words(plain(text))) & lexicon(language).stop - lexicon(other).stop)
