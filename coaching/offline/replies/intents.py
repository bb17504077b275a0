"""Read a message: by its form where that is certain, else by the examples that are near it.

The patterns are in `intents.en.toml` and `intents.es.toml`, the model in `meanings.py`. What
must not be missed has a pattern: a goodbye, a complaint, help that can't wait.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from coaching.money import terms
from coaching.offline.replies import meanings
from coaching.offline.replies.patterns import compiled, group, pattern, read
from coaching.offline.replies.texts import classes
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
LATE = ("help", "joke")
"""Patterns that are looked for when no example is near: they go with anything."""
HELP = ("help", "asks_practice")
BEFORE_MEANING = "boundary"
"""Before it, a question about how money works is one about facts."""
OVERRULED = meanings.ACTS | {"cant_start", "said_no"}
"""What a request for help sounds like."""
SOFT = {
    **dict.fromkeys(("insight", "denied", FACTS), meanings.SURE),
    **dict.fromkeys(("idk", "declined"), meanings.TOLD),
}
"""Forms that other meanings share, and how likely one of those must be to go before."""
ALMOST_SURE = 0.9
"""How likely a meaning is that goes before a request for help."""
FEELINGS = group("intents_feelings")
ASKED = frozenset({"facts", "investment", "legal_tax", "goodbye", "ack", "idk", "greeting"})
"""Intents of short messages: in a long one their words are said by the way."""
_OF_THEM = re.compile(r"\b(?:i|my|me|we|our|mi|mis|me|yo|nos|nuestr[oa]s?)\b|\bi.(?:m|ve|d|ll)\b")
_OF_LIFE = pattern("intents_of_life")
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
    if found := certain(text, language):
        return found
    late = next((name for name in LATE if means(name, text, language)), "")
    meant = meanings.meant(text)
    is_overruled = late and meant in OVERRULED and meanings.near(text)[0].score < ALMOST_SURE
    if meant and not is_overruled:
        return meant
    return late or _told(text)


def asks_for_help(text: str, language: str) -> bool:
    """Return True if a message asks what to do, whatever else it is about."""
    return any(means(name, text, language) for name in HELP)


def means(name: str, text: str, language: str) -> bool:
    """Return True if a message has the form of one intent, whatever else it is about."""
    known = lexicon(language)
    return _patterns(known.language)[name].fit(plain(text), fold(text), known)


def certain(text: str, language: str) -> str:
    """Return what a message means by its form alone, or an empty text."""
    low, folded, known = plain(text), fold(text), lexicon(language)
    is_long = len(words(text)) > MOST_WORDS_OF_A_QUESTION
    patterns = _patterns(known.language)
    for name in ORDER:
        if name == BEFORE_MEANING and terms.is_asked(folded, text):
            return _own_answer(text) or "facts_unknown"
        if name in LATE or (is_long and name in ASKED):
            continue
        if not patterns[name].fit(low, folded, known):
            continue
        if name == "thanks" and asks_for_help(text, language):
            continue
        if name in SOFT and "?" not in text and (told := meanings.meant(text, least=SOFT[name])):
            return name if name == "denied" and told in FEELINGS else told
        if name == "facts_unknown":
            return _own_answer(text) or name
        if name != FACTS or terms.is_about_money(folded):
            return name
    return ""


def _own_answer(text: str) -> str:
    """Return the question that has an answer of its own, or an empty text."""
    found = meanings.meant(text, least=meanings.TOLD)
    return found if found in meanings.QUESTIONS or found in classes() else ""


def _told(text: str) -> str:
    """Return `story` for a longer message that fits no example, else `told_short` or `unclear`."""
    folded, count = fold(text), len(words(text))
    is_own = count >= LEAST_WORDS_OF_THEIR_STORY and _OF_THEM.search(folded) is not None
    if "?" in text:
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
