"""What a message means: the first intent whose patterns fit.

The patterns are in `intents.en.toml` and `intents.es.toml`. What must not be missed comes first: a
goodbye, a complaint, help that can't wait. What is only a topic comes last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coaching.offline.replies import terms
from coaching.offline.replies.patterns import compiled, pattern, read
from coaching.offline.replies.turn import fold
from coaching.text.lexicon import Lexicon, lexicon
from coaching.text.words import plain, words

MOST_WORDS_OF_A_QUESTION = 60
"""A longer message tells more than it asks, whatever question is in it."""
LEAST_WORDS_OF_A_STORY = 4
LEAST_WORDS_OF_THEIR_STORY = 3
"""`I feel sick` says something in three words; three words about nobody say nothing yet."""
UNCLEAR = "unclear"
TOLD = "story"
TOLD_SHORT = "told_short"
FACTS = "facts"
ORDER = tuple(read("intents.en.toml"))
"""The intents in the order of the file, which begins with the most certain."""
HELP = ("help", "asks_practice")
BEFORE_MEANING = "role_play"
"""After the questions about the app, a question about how money works is one about facts."""
FEELINGS = frozenset(
    {"angry_at", "worry", "shame", "lonely", "tired", "hard", "overload", "compare", "self_attack"}
)
ASKED = frozenset({"facts", "investment", "legal_tax", "goodbye", "ack", "idk", "greeting"})
"""Intents of short messages: in a long one their words are said by the way."""

DENIAL = pattern("intents_denial")
_OF_THEM = re.compile(r"\b(?:i|my|me|we|our|mi|mis|me|yo|nos|nuestr[oa]s?)\b|\bi.(?:m|ve|d|ll)\b")
_OF_LIFE = pattern("intents_of_life")
"""Amounts, dates and plain facts: few words, and still an answer."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    any: re.Pattern[str] | None
    none: re.Pattern[str] | None
    modes: tuple[str, ...]
    is_feeling: bool

    def fit(self, low: str, folded: str, known: Lexicon) -> bool:
        if self.none is not None and self.none.search(folded):
            return False
        if self.any is not None and any(map(self._counts, self.any.finditer(folded))):
            return True
        return any(known.says(mode, low) for mode in self.modes)

    def _counts(self, found: re.Match[str]) -> bool:
        """Return False for a feeling that is denied."""
        return not (self.is_feeling and DENIAL.search(found.string[: found.start()]))


def intent_of(text: str, language: str) -> str:
    """Return what a message means; `story` for a longer one that fits nothing, else `unclear`."""
    low, folded, known = plain(text), fold(text), lexicon(language)
    count = len(words(text))
    patterns = _patterns(known.language)
    for name in ORDER:
        if count > MOST_WORDS_OF_A_QUESTION and name in ASKED:
            continue
        if patterns[name].fit(low, folded, known) and (
            name != FACTS or terms.is_about_money(folded)
        ):
            return name
        if name == BEFORE_MEANING and terms.is_asked(folded, text):
            return "facts_unknown"
    is_own = count >= LEAST_WORDS_OF_THEIR_STORY and _OF_THEM.search(folded) is not None
    if "?" in text:
        return UNCLEAR
    if count >= LEAST_WORDS_OF_A_STORY or is_own:
        return TOLD
    return TOLD_SHORT if _OF_LIFE.search(folded) else UNCLEAR


def asks_for_help(text: str, language: str) -> bool:
    """Return True if a message asks what to do, whatever else it is about."""
    return any(means(name, text, language) for name in HELP)


def topics(text: str, language: str) -> list[str]:
    """Return everything that a message may be about, the surest first, without the asking."""
    return [name for name in ORDER if name not in {*HELP, *ASKED} and means(name, text, language)]


def means(name: str, text: str, language: str) -> bool:
    """Return True if a message fits one intent, whatever else it fits."""
    known = lexicon(language)
    return _patterns(known.language)[name].fit(plain(text), fold(text), known)


@cache
def _patterns(language: str) -> dict[str, _Patterns]:
    table: dict[str, dict[str, list[str]]] = read(f"intents.{language}.toml")
    return {
        name: _Patterns(
            _joined(row.get("any", [])),
            _joined(row.get("not", [])),
            tuple(row.get("modes", [])),
            name in FEELINGS,
        )
        for name, row in table.items()
    }


def _joined(patterns: list[str]) -> re.Pattern[str] | None:
    return compiled(*patterns) if patterns else None
