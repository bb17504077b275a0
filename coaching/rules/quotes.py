"""Choosing which of the person's words to give back, verbatim: two to eight in a row.

`not X, it's Y` and `X if A, Y if B` stay whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.text.words import clauses, plain, sentences, tidy, words

if TYPE_CHECKING:
    from coaching.text.lexicon import Lexicon

SHORTEST = 2  # words; one word is no quote
LONGEST = 8  # words of a quote inside another sentence
LONGEST_WHOLE = 18  # words of a sentence that is quoted as a whole
SPANISH_MORE = 2
"""`que no` at the end of a clause turns it round, and Spanish says the same in more words."""
_WHOLE = re.compile(
    r"\b(?:not|no es|no son|wasn't|isn't)\b.{2,45}[,.;] ?"
    r"(?:it's|it is|it was|but|i'm|i was|es|son|sino)\b"
    r"|\bif\b[^,]{2,25},.{2,30}\bif\b|\bsi\b[^,]{2,25},.{2,30}\bsi\b"
)
_JOINT = re.compile(
    r"\s+(?=(?:but|because|when|while|and|so that|until|although|except|"
    r"pero|porque|cuando|mientras|hasta|aunque|y)\b)",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:never|always|nobody|everything|everyone|can't|hate|love|alone|enough|anymore|every|tired|"
    r"want|afraid|wish|need|sick|nunca|siempre|nadie|todo|no puedo|odio|quiero|basta)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|yo|mi|me|mis)\b")
_SECOND_PERSON = re.compile(r"\b(?:you|your|you're|tú|te|tu|usted)\b")
_INNER = re.compile(r"[\"«]([^\"»]+)[\"»]")
_SMALL_I = re.compile(r"\bi(?=\b(?:'|\s|$))")


def _set(words_of: str) -> frozenset[str]:
    return frozenset(words_of.split())


_LOWERED = _set("""
    the a an my it it's its and but not no just that this there they
    he she we what if when because every nobody everything something feels felt guilty tired scared
    el la los las mi un una no que es porque cuando siempre nunca
    me te le lo se si ya yo en con por para a hoy ayer después casi como quiero tengo son esta este
    esto ese esa eso todo nada ahora aunque hay era fue podría también entonces tal quizá quizás
    capaz cada todos todas
""")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the message with how loaded it is."""

    text: str
    weight: float


def pick_quote(message: str, lexicon: Lexicon, *, cut: bool = True) -> str:
    """Return the most loaded stretch, or an empty text when nothing is worth quoting.

    With `cut` off, a stretch that had to be shortened is not worth quoting.
    """
    whole = _spoken(message) or kept_whole(message, lexicon)
    if whole:
        return as_quoted(whole)
    found = enumerate(stretches(message, lexicon))
    spans = [_weighed(text, place, lexicon) for place, text in found]
    best = max(spans, key=lambda span: (span.weight, span.text), default=Span("", 0))
    fits = best.weight > 0 and (cut or not best.text.endswith("…"))
    return as_quoted(best.text) if fits else ""


def _spoken(message: str) -> str:
    """Return the sentence that they put in quotation marks themselves."""
    match = _INNER.search(tidy(message))
    inner = match.group(1) if match and "?" not in match.group(1) else ""
    return inner if SHORTEST < len(words(inner)) <= LONGEST_WHOLE else ""


def kept_whole(message: str, lexicon: Lexicon) -> str:
    """Return `not X, it's Y` or `X if A, Y if B`, which lose their sense in pieces."""
    parts = sentences(message)
    pairs = [" ".join(pair) for pair in pairwise(parts)]
    for sentence in (tidy(part) for part in (*parts, *pairs)):
        text = lexicon.lead.sub("", sentence).strip(" .!?\"'")
        if "?" not in text and _WHOLE.search(plain(text)) and len(words(text)) <= LONGEST_WHOLE:
            return text
    return ""


def stretches(message: str, lexicon: Lexicon) -> list[str]:
    """Return whole sentences, clauses and parts of clauses, cut to the right length."""
    found: list[str] = []
    for sentence in sentences(tidy(message)):
        for piece in (sentence, *clauses(sentence), *pieces(sentence)):
            text = trimmed(piece.strip(" .!?…\"'"), lexicon)
            if text and "?" not in text and text not in found:
                found.append(text)
    return found


def pieces(sentence: str) -> list[str]:
    """Return the parts of each clause between its joints; short ends stay with their neighbour."""
    found: list[str] = []
    for clause in clauses(sentence):
        parts = _JOINT.split(clause)
        if all(len(words(part)) > SHORTEST for part in parts):
            found += parts
    return found


def trimmed(piece: str, lexicon: Lexicon) -> str:
    """Drop fillers at both ends; shorten to eight words that do not end on a joining word."""
    text = lexicon.trail.sub("", lexicon.lead.sub("", piece)).strip(" ,.;:-\"'")
    count = len(words(text))
    if count < SHORTEST:
        return ""
    longest = LONGEST + SPANISH_MORE * (lexicon.language == "es")
    return text if count <= longest else _shortened(text, lexicon)


def _shortened(text: str, lexicon: Lexicon) -> str:
    parts = text.split()[:LONGEST]
    while len(parts) >= SHORTEST and parts[-1].lower().strip(",.'\"") in lexicon.joiners:
        parts.pop()
    return " ".join(parts).strip(" ,;:") + "…" if len(parts) > SHORTEST else ""


def _weighed(text: str, place: int, lexicon: Lexicon) -> Span:
    low = plain(text)
    found = set(words(low))
    weight = 1.0 + 0.1 * place + 0.15 * len(words(text))
    weight += 3.0 * bool(found & lexicon.feelings.keys())
    weight += 2.0 * bool(lexicon.body_cues.search(low) or found & lexicon.body_parts)
    weight += 1.5 * bool(_STRONG.search(low))
    weight += 1.0 * bool(_FIRST_PERSON.search(low)) + 1.0 * bool(found & lexicon.things)
    weight += 0.5 * bool(found & (lexicon.people_one | lexicon.people_many))
    weight += 2.5 * (lexicon.says("insight", low) or lexicon.sees("insight", low))
    weight -= 4.0 * bool(_SECOND_PERSON.search(low))
    weight -= 4.0 * bool(lexicon.noise.search(low))
    weight -= 3.0 * (not found - lexicon.stop) + 2.0 * bool(lexicon.insults.search(low))
    return Span(text, weight - 1.5 * text.endswith("…"))


def as_quoted(text: str) -> str:
    """Keep the person's spelling, with the capital that English gives to `I`."""
    clean = _SMALL_I.sub("I", text.replace('"', "'")).rstrip("…")
    first = clean.split(" ", 1)[0]
    if first[:1].isupper() and first.lower() in _LOWERED:
        return clean[:1].lower() + clean[1:]
    return clean
