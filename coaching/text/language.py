"""Which language somebody writes: a doubtful text goes with earlier ones, then the profile."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.text.lexicon import lexicon
from coaching.text.words import plain, words

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT_MESSAGE = 4  # words; a shorter message says little about the language
CLEARLY_MORE = 2  # times as many words of one language as of the other
_ENGLISH = re.compile(
    r"^(?:yo+|sup|w[au]ss?up|hey+a?|heyy+|hiya|howdy|morning|gn|g ?night|night|nite|cya|"
    r"see ya|laters?|ttyl|gtg|g2g|brb|peace out|tysm|thx|cheers)"
    r"(?: (?:there|mate|bro|x+|all|toney|ty))*\W*$"
)
"""Greetings and farewells that no dictionary has: short, and surely English."""
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|\S+@\S+")
_SAYS_NOTHING = frozenset({"y"})
"""Alone it is “and” in Spanish, and “why” or a letter in English."""
_SIGNS = re.compile(r"[¿¡ñ]|ción\b")

_NOTES = re.compile(r"\((?:Left out|Something serious was said)[^)]*\)")
"""Notes of the transcript in place of words that are left out: English, and not the person's."""


def language_of(texts: Iterable[str], profile: str = "en") -> str:
    """Return the language of the newest text that shows one; `profile` keeps its region.

    A few words are no change of language: `ok, thank you` after a page of Spanish is a courtesy.
    They count when nothing longer was written.
    """
    newest_first = [own for text in texts if (own := _NOTES.sub("", text).strip())]
    long = [text for text in newest_first if len(words(text)) >= SHORT_MESSAGE]
    if newest_first and _ENGLISH.search(plain(newest_first[0])):
        return _with_region("en", profile)
    for text in (*long, *newest_first):
        if found := _shown(text):
            return _with_region(found, profile)
    return profile if profile.lower().startswith("es") else "en"


def _shown(text: str) -> str:
    """Return the language that a text shows: one clear word, or twice as many as of the other."""
    said = set(words(plain(_ADDRESS.sub(" ", text))))
    english, spanish_words = len(said & _own_words("en", "es")), said & _own_words("es", "en")
    spanish = 0 if spanish_words == _SAYS_NOTHING else len(spanish_words)
    spanish += len(_SIGNS.findall(text.lower()))
    if spanish > english and (not english or spanish >= CLEARLY_MORE * english):
        return "es"
    return "en" if english > spanish and (not spanish or english >= CLEARLY_MORE * spanish) else ""


def _with_region(found: str, profile: str) -> str:
    return profile if profile.lower().startswith(found) else found


@cache
def _own_words(language: str, other: str) -> frozenset[str]:
    """Return the everyday words of this language that the other hasn't."""
    return _everyday(language) - _everyday(other)


def _everyday(language: str) -> frozenset[str]:
    known = lexicon(language)
    return known.stop | known.things | known.people_one | known.feelings.keys()
