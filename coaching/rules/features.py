"""Single features of a message: a feeling, a place in the body, a number from 0 to 10."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.text.words import plain, word_matches

if TYPE_CHECKING:
    from coaching.text.lexicon import Feeling, Lexicon

CONTEXT = 24
_ARTICLE = re.compile(r"\b(?:the|my|our|his|her|their|this|that) $")
_FELT = re.compile(r"\b(?:siento|sentí|sentía|estoy|estaba|quedé|tan|muy|re) $")
_NUMBERS = re.compile(r"\d+")


def feeling(message: str, lexicon: Lexicon) -> Feeling | None:
    """Return the last feeling that is said and not denied: the last one is nearest."""
    low = plain(message)
    found = None
    for match in word_matches(low):
        known = lexicon.feelings.get(match.group())
        before = low[max(0, match.start() - CONTEXT) : match.start()]
        is_of_thing = lexicon.has("of_a_thing", low[match.start() :]) or lexicon.has(
            "of_a_thing_before", before
        )
        is_none = is_of_thing or _is_no_feeling(match.group(), before, lexicon)
        if known and not is_none and not lexicon.has("negation", before):
            found = known
    return found


def _is_no_feeling(word: str, before: str, lexicon: Lexicon) -> bool:
    """`the flat` is a place, and `sola`, said of where somebody is, is nobody's loneliness."""
    is_thing = word in lexicon.lists["nouns_too"] and bool(_ARTICLE.search(before))
    is_count = word in lexicon.lists["alone"] and not _FELT.search(before)
    return is_thing or is_count


def names_body(message: str, lexicon: Lexicon) -> bool:
    """Return True if they name a part of their own body."""
    low = plain(message)
    for match in word_matches(low):
        before = low[max(0, match.start() - CONTEXT) : match.start()]
        if match.group() in lexicon.body_parts and not lexicon.has("body_of_others", before):
            return True
    return False


def rating(message: str, lexicon: Lexicon, *, asked: bool) -> int | None:
    """Return a 0–10 the person gave; a bare number counts when a scale was asked for."""
    low = plain(message)
    for cue, needs_question in (
        ("digit_rating", False),
        ("bare_rating", True),
        ("spoken_rating", True),
    ):
        match = lexicon.cues[cue].search(low)
        if match and (asked or not needs_question):
            return _as_number(match.group(1), lexicon)
    return None


def _as_number(text: str, lexicon: Lexicon) -> int:
    spoken = lexicon.lists["numbers"]
    return int(text) if _NUMBERS.fullmatch(text) else spoken.index(text)
