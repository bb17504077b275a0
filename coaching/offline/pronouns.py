"""Saying the person's clause back to them: `I walk past my drawer` → `you walk past your drawer`.

A clause that speaks to the coach, or that could turn into nonsense, is refused: then it is quoted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.spanish import turn_spanish

if TYPE_CHECKING:
    from coaching.offline.lexicon import Lexicon

_ENGLISH = {
    "i": "you",
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "am": "are",
    "we": "you",
    "we're": "you're",
    "we've": "you've",
    "we'd": "you'd",
    "we'll": "you'll",
    "us": "you",
    "our": "your",
    "ours": "yours",
    "ourselves": "yourselves",
}
_APOSTROPHES = {
    "im": "i'm",
    "ive": "i've",
    "dont": "don't",
    "cant": "can't",
    "didnt": "didn't",
    "doesnt": "doesn't",
    "wont": "won't",
    "isnt": "isn't",
    "wasnt": "wasn't",
    "couldnt": "couldn't",
    "havent": "haven't",
    "thats": "that's",
    "whats": "what's",
    "youre": "you're",
    "aint": "ain't",
}
_QUICK = {
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "kinda": "kind of",
    "cos": "because",
    "cuz": "because",
    "bc": "because",
    "tmrw": "tomorrow",
    "w": "with",
}
_BARE = re.compile(rf"\b(?:{'|'.join(_APOSTROPHES)})\b")
_TO_COACH = re.compile(r"\b(?:you|your|yours|you're|you've|you'd|you'll|u|ur|toney)\b")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w]+|_")
_KIN = {"mum", "mom", "dad", "nan", "grandma", "grandad", "gran"}
_OWNERS = {"my", "our", "your", "his", "her", "their", "the", "a", "step"}
_FIRST = {"i", "we"}
_HAVE_NOT = re.compile(
    r"\b(i|we) ain'?t (?=(?:even |ever )?(?:read|seen|had|been|done|got|heard|told|slept|\w+ed)\b)",
    re.IGNORECASE,
)
_OF_FIRST = {"was": "were", "wasn't": "weren't", "ain't": "aren't"}
_ADVERBS = {"never", "always", "also", "still", "even", "really", "already", "mostly", "once", "so"}


def spelled(low: str) -> str:
    """Return plain text with the apostrophes that a quick hand leaves out."""
    return _BARE.sub(lambda match: _APOSTROPHES[match.group()], low)


def turned(clause: str, lexicon: Lexicon) -> str | None:
    """Return the clause from the coach's side, or nothing when that is not safe."""
    if lexicon.language == "es":
        return turn_spanish(clause)
    if _TO_COACH.search(clause.lower()):
        return None
    return _turn_english(clause)


def _turn_english(clause: str) -> str:
    out: list[str] = []
    subject = before = ""
    for token in _TOKEN.findall(_HAVE_NOT.sub(r"\1 haven't ", clause)):
        low = _spelt(token.lower())
        if low.removesuffix("'s") in _KIN and before not in _OWNERS:
            out.append("Your " if not out else "your ")
            token = low  # noqa: PLW2901 - `Mum` is `your mum`
        if low in _OF_FIRST and subject in _FIRST:
            out.append(_OF_FIRST[low])
        else:
            out.append(_like(token, _ENGLISH.get(low) or _QUICK.get(low) or _spelt(token)))
        if token.strip():
            before = low
            subject = subject if low in _ADVERBS else low
    return "".join(out)


def _spelt(token: str) -> str:
    return _APOSTROPHES.get(token.lower(), token)


def _like(token: str, replacement: str) -> str:
    """Keep a capital, except the one that English gives to `I`."""
    if token[:1].isupper() and token.lower() not in {"i", "i'm", "i've", "i'd", "i'll"}:
        return replacement[:1].upper() + replacement[1:]
    return replacement
