"""What a message wants, by the patterns of `intents.en.toml` and `intents.es.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coaching.money import terms
from coaching.offline.replies.texts import compiled, pattern, read
from coaching.offline.replies.turn import fold
from coaching.text.lexicon import Lexicon, lexicon
from coaching.text.words import plain, typed_out, words

MOST_WORDS_OF_A_QUESTION = 60
"""A longer message tells more than it asks, whatever question is in it."""
LEAST_WORDS_OF_A_STORY, LEAST_WORDS_OF_THEIR_STORY = 4, 3
"""`I feel sick` says something in three words; three words about nobody say nothing yet."""
UNCLEAR, TOLD, TOLD_SHORT, FACTS = "unclear", "story", "told_short", "facts"
ORDER = tuple(read("intents.en.toml"))
"""The intents in the order of the file, which begins with the most certain."""
LATE = ("help", "joke")
"""Patterns that are looked for when nothing else fits: they go with anything."""
HELP = ("help", "asks_practice")
BEFORE_MEANING = "boundary"  # before it, a question about how money works is one about facts
ASKED = frozenset({"facts", "investment", "legal_tax", "goodbye", "ack", "idk", "greeting"})
"""Intents of short messages: in a long one their words are said by the way."""
_OF_THEM = re.compile(r"\b(?:i|my|me|we|our|mi|mis|me|yo|nos|nuestr[oa]s?)\b|\bi.(?:m|ve|d|ll)\b")
_OF_LIFE, _TAG = pattern("intents_of_life"), pattern("asking_tag")
"""Amounts, dates and plain facts: few words, and still an answer."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    any: re.Pattern[str] | None
    none: re.Pattern[str] | None
    modes: tuple[str, ...]

    def fit(self, low: str, folded: str, known: Lexicon) -> bool:
        if self.none is not None and self.none.search(folded):
            return False
        if self.any is not None and self.any.search(folded):
            return True
        return any(known.says(mode, low) for mode in self.modes)


def intent_of(text: str, language: str) -> str:
    """Return what a message means; `story` for a longer one that fits nothing, else `unclear`."""
    late = (name for name in LATE if means(name, text, language))
    return certain(text, language) or next(late, "") or _told(text)


def asks_for_help(text: str, language: str) -> bool:
    """Return True if a message asks what to do, whatever else it is about."""
    return any(means(name, text, language) for name in HELP)


def means(name: str, text: str, language: str) -> bool:
    """Return True if a message has the form of one intent, whatever else it is about."""
    known, text = lexicon(language), typed_out(text)
    return _patterns(known.language)[name].fit(plain(text), fold(text), known)


def certain(text: str, language: str) -> str:
    """Return what a message means by its form alone, or an empty text."""
    low, folded, known = plain(typed_out(text)), fold(typed_out(text)), lexicon(language)
    is_long = len(words(text)) > MOST_WORDS_OF_A_QUESTION
    patterns = _patterns(known.language)
    for name in ORDER:
        if name == BEFORE_MEANING and terms.is_asked(folded, text):
            return "facts_unknown"
        if name in LATE or (is_long and name in ASKED):
            continue
        if not patterns[name].fit(low, folded, known):
            continue
        if name == "thanks" and asks_for_help(text, language):
            continue
        if name != FACTS or terms.is_about_money(folded):
            return name
    return ""


def _told(text: str) -> str:
    """Return `story` for a longer message that fits nothing, else `told_short` or `unclear`."""
    folded, count = fold(text), len(words(text))
    is_own = count >= LEAST_WORDS_OF_THEIR_STORY and _OF_THEM.search(folded) is not None
    if "?" in _TAG.sub("", folded):
        return UNCLEAR
    if count >= LEAST_WORDS_OF_A_STORY or is_own:
        return TOLD
    return TOLD_SHORT if _OF_LIFE.search(folded) else UNCLEAR


@cache
def _patterns(language: str) -> dict[str, _Patterns]:
    table: dict[str, dict[str, list[str]]] = read(f"intents.{language}.toml")
    return {
        name: _Patterns(
            _joined(row.get("any", [])), _joined(row.get("not", [])), tuple(row.get("modes", []))
        )
        for name, row in table.items()
    }


def _joined(patterns: list[str]) -> re.Pattern[str] | None:
    return compiled(*patterns) if patterns else None
