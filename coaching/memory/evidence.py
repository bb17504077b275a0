"""Where a sentence about a person comes from: their own words, found by the words they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.memory.corrections import content_words, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

MOST = 2
LEAST_SHARED = 2
TOLD = 0.6
LONGEST = 160
_CLAUSE = re.compile(r"[,;:–—]\s+|\s+(?:and|but|so|because|which)\s+")
_TURNS = {
    "they": "you",
    "them": "you",
    "their": "your",
    "theirs": "yours",
    "themselves": "yourself",
    "themself": "yourself",
}
_THEY = re.compile(rf"\b(?:{'|'.join(_TURNS)})\b(?=[^“”]*(?:“|$))", re.IGNORECASE)


class Basis(StrEnum):
    """What a sentence rests on."""

    TOLD = "told"
    HALF = "half"
    READ = "read"
    ONBOARDING = "onboarding"
    CONVERSATION = "conversation"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Quote:
    """The person's own words, and when they said them."""

    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Ground:
    """Quotes that a sentence rests on, and how firmly."""

    basis: Basis
    quotes: tuple[Quote, ...] = ()


def ground(sentence: str, said: Sequence[Quote], *, is_first: bool = False) -> Ground:
    """Return where a sentence comes from; `is_first`: there has been no conversation yet."""
    about = content_words(sentence)
    ranked = sorted(
        ((len(content_words(quote.words) & about), quote.at, quote) for quote in said),
        key=lambda found: (found[0], found[1]),
        reverse=True,
    )
    quotes = tuple(quote for shared, _, quote in ranked if shared >= LEAST_SHARED)[:MOST]
    if not quotes:
        return Ground(Basis.ONBOARDING if is_first else Basis.CONVERSATION)
    return Ground(_basis(sentence, quotes), quotes)


def said_in(messages: Iterable[tuple[str, datetime]]) -> list[Quote]:
    """Return what was said, sentence by sentence, each short enough to be quoted."""
    return [
        Quote(part, at)
        for text, at in messages
        for part in sentences(text)
        if len(part) <= LONGEST and len(content_words(part)) >= LEAST_SHARED
    ]


def to_the_person(text: str) -> str:
    """Return a sentence about a person as it is said to them; their own words stay as they are."""
    return _THEY.sub(_turned, text)


def _basis(sentence: str, quotes: tuple[Quote, ...]) -> Basis:
    told = frozenset[str]().union(*(content_words(quote.words) for quote in quotes))
    if _share(sentence, told) >= TOLD:
        return Basis.TOLD
    clauses = [clause for clause in _CLAUSE.split(sentence) if content_words(clause)]
    if len(clauses) > 1 and _share(clauses[0], told) >= TOLD > _share(clauses[-1], told):
        return Basis.HALF
    return Basis.READ


def _share(text: str, told: frozenset[str]) -> float:
    about = content_words(text)
    return len(about & told) / max(len(about), 1)


def _turned(found: re.Match[str]) -> str:
    word = found.group()
    turned = _TURNS[word.lower()]
    return turned.capitalize() if word[0].isupper() else turned
