"""Where a sentence about a person comes from: their own words, found by the words they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.text.content import content_words, weight
from coaching.text.similarity import containment
from coaching.text.words import as_words, joined_parts, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

MOST = 2
LEAST_SHARED, OF_QUOTE = 2, 0.4
LEAST_WORDS, LONGEST_QUOTED = 4, 25
TOLD = 0.6
LONGEST = 160
_TURNS = {
    "they": "you",
    "them": "you",
    "their": "your",
    "theirs": "yours",
    "themselves": "yourself",
    "themself": "yourself",
}
_THEY = re.compile(rf"\b(?:{'|'.join(_TURNS)})\b(?=[^“”]*(?:“|$))", re.IGNORECASE)
_ABOUT_THEM = re.compile(r"^(?:they|their)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:people|parents|in-laws|kids|children|friends|others|colleagues|brothers|sisters|sons"
    r"|daughters|both|family|team|neighbou?rs|clients|customers|and)\b",
    re.IGNORECASE,
)
_YOU = re.compile(
    r"\b(?:you|your|yours|yourself|usted|tú|te|ti|tu|tus|contigo|estás|tienes|puedes|eres"
    r"|has (?:\w+[ai]do|dicho|hecho|visto|puesto|escrito|vuelto|roto|abierto)"
    r"|\w+(?:aste|iste))\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^“”]*”|«[^«»]*»")
_WHEN = re.compile(r"^(?:when|cuando)\b", re.IGNORECASE)
_SAID = re.compile(r"\b(?:said|dijiste):? $")
_LEANS = re.compile(
    r"\W*(?:and|but|so|or|because|that|this|it|it[’']s|he|she|they|then|y|e|o|pero|ni|que|porque|eso"
    r"|esto|entonces|así)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says nothing without the one before it."""
_POINTS = re.compile(
    r"\b(?:he|him|she|they|them|those|(?:this|that|the other) one|(?:do|did|does|done|doing|said"
    r"|say|told|want|wanted|know|knew|mean|meant|like|liked|hate|hated) (?:it|this|that|so)\b"
    r"|it(?:[’']s)?(?=\W*$)|eso|esto|aquello|ello|él|ella|ellos|ellas)\b",
    re.IGNORECASE,
)
"""Words that name nothing by themselves."""
_BACK = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|he|him|his|she|her|then|there|ones?|both|others?"
    r"|after(?:wards)?|since|next|eso|esto|ello|ellos|ellas|él|ella|allí|entonces|lo demás"
    r"|después)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:i|i[’']?m|i[’']?ve|i[’']ll|i[’']d|my|mine|yo|mi|mis|conmigo)\b|\bme\b(?= \w+o\b)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?:[\w-]+ )?[\w-]+: |^\d")


class Basis(StrEnum):
    """The evidence for a sentence."""

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
    """The quotes behind a sentence, and how strong they are."""

    basis: Basis
    quotes: tuple[Quote, ...] = ()


def ground(sentence: str, said: Sequence[Quote], *, is_first: bool = False) -> Ground:
    """Return where a sentence comes from; `is_first`: there has been no conversation yet."""
    about = content_words(sentence)
    ranked = sorted(
        ((weight(content_words(quote.words) & about), quote.at, quote) for quote in said),
        key=lambda found: (found[0], found[1]),
        reverse=True,
    )
    told = ((shared, quote) for shared, _, quote in ranked if not quote.words.endswith("?"))
    quotes = tuple(quote for shared, quote in told if _is_meant(shared, quote))[:MOST]
    if not quotes:
        return Ground(Basis.ONBOARDING if is_first else Basis.CONVERSATION)
    return Ground(_basis(sentence, quotes), quotes)


def days_behind(sentence: str, said: Sequence[Quote]) -> set[date]:
    """Return the days on which the person spoke of what a sentence says."""
    about = content_words(sentence)
    return {
        quote.at.date()
        for quote in said
        if weight(content_words(quote.words) & about) >= LEAST_SHARED
    }


def said_in(messages: Iterable[tuple[str, datetime]]) -> list[Quote]:
    """Return what was said, sentence by sentence, each short enough to be quoted."""
    return [
        Quote(part, at)
        for text, at in messages
        for part in sentences(text)
        if len(part) <= LONGEST and len(content_words(part)) >= LEAST_SHARED
    ]


def to_the_person(text: str) -> str:
    """Return a sentence as it can be shown to the person; empty when that is not safe.

    What is written today says "you" already, and "they" in it are other people. An old sentence
    says "they" of the person: it is turned round only where nobody else can be meant.
    """
    beside = _QUOTED.sub(" ", text)
    if not _THEY.search(text) or _YOU.search(beside):
        return text
    if _ABOUT_THEM.search(text) and not _OTHERS.search(beside):
        return _THEY.sub(_turned, text)
    return ""


def is_sentence(text: str) -> bool:
    """Return True if a text is a whole sentence to the person: no label, scene or fragment."""
    beside = _QUOTED.sub(" ", text)
    is_long = len(text.split()) >= LEAST_WORDS and text[:1].isupper()
    return is_long and not _LABEL.search(text) and _YOU.search(beside) is not None


def is_own_words(text: str) -> bool:
    """Return True if a text is in the person's own words: it says “I” and “my”, and never “you”."""
    beside = _QUOTED.sub(" ", text)
    return _FIRST.search(beside) is not None and _YOU.search(beside) is None


def points(said: str) -> bool:
    """Return True if a sentence of the person means somebody or something that it doesn't name."""
    return _POINTS.search(said) is not None


def leans(text: str) -> bool:
    """Return True if a sentence begins as one that says nothing without the one before it."""
    return _LEANS.match(text) is not None


def refers_back(text: str) -> bool:
    """Return True if a sentence may mean something that only the one before it names."""
    return _BACK.search(_QUOTED.sub(" ", text)) is not None


def clause_in(scene: str) -> str:
    """Return a scene as a clause: “When the post comes” is only the half of a sentence."""
    return f"{scene[0].lower()}{scene[1:]}".rstrip(" .") if _WHEN.match(scene) else ""


def whole_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each complete without the one before it.

    One that quotes two others is one, and one that begins with “It” belongs to that before it.
    “They” doesn't lean: in old texts it is the person.
    """
    found: list[str] = []
    for part in sentences(text):
        goes_on = part[:1].islower() or part[:1].isdigit() or _leans_in_story(part)
        if found and (goes_on or _opens(found[-1])):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def whole_quote(words: str, said: Sequence[Quote]) -> Quote | None:
    """Return the sentence of the person that these words are from; None when it is too long."""
    plain = as_words(words)
    found = (quote for quote in said if plain and plain in as_words(quote.words))
    return next((quote for quote in found if len(quote.words.split()) >= LEAST_WORDS), None)


def with_whole_quotes(text: str, said: Sequence[Quote]) -> str:
    """Return a sentence that rules wrote with what it quotes as whole sentences of the person."""

    def whole(found: re.Match[str]) -> str:
        words = found.group()
        is_said = _SAID.search(text[: found.start()]) is not None
        quote = whole_quote(words, said) if is_said else None
        if quote is None or len(quote.words.split()) > LONGEST_QUOTED:
            return words
        return f"{words[0]}{quote.words.rstrip(' .')}{words[-1]}"

    return _QUOTED.sub(whole, text)


def is_same_quote(one: str, other: str) -> bool:
    """Return True if one of two quotes is a part of the other."""
    a, b = as_words(one), as_words(other)
    return a in b or b in a


def _is_meant(shared: float, quote: Quote) -> bool:
    return shared >= LEAST_SHARED and shared >= OF_QUOTE * len(content_words(quote.words))


def _leans_in_story(part: str) -> bool:
    return leans(part) and not _ABOUT_THEM.match(part)


def _opens(text: str) -> bool:
    return text.count("«") > text.count("»") or text.count("“") > text.count("”")


def _basis(sentence: str, quotes: tuple[Quote, ...]) -> Basis:
    told = frozenset[str]().union(*(content_words(quote.words) for quote in quotes))
    if _share(sentence, told) >= TOLD:
        return Basis.TOLD
    clauses = [clause for clause in joined_parts(sentence) if content_words(clause)]
    if len(clauses) > 1 and _share(clauses[0], told) >= TOLD > _share(clauses[-1], told):
        return Basis.HALF
    return Basis.READ


def _share(text: str, told: frozenset[str]) -> float:
    return containment(content_words(text), told)


def _turned(found: re.Match[str]) -> str:
    word = found.group()
    turned = _TURNS[word.lower()]
    return turned.capitalize() if word[0].isupper() else turned
