"""The matter of something withheld: the telling words that give it away in other sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.text.content import common, content_words
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from coaching.values.corrections import Correction

CUT = "\x00"
"""Placeholder for words that were cut from a line, until the note replaces it."""
LEAST_TOLD = 2
"""So many words of its matter tell of it in a sentence that isn't the answer to it."""
_JOINS = "and|but|so|because|y|e|pero|porque|para"
_JOINT = re.compile(rf"(\s*[,;:–—]\s*|\s+(?:{_JOINS})\s+)", re.IGNORECASE)
_CUTS = re.compile(rf"{CUT}(?:[\s,;:–—]*(?:\b(?:{_JOINS})\b\s*)?{CUT})+", re.IGNORECASE)


def matter(correction: Correction) -> frozenset[str]:
    """Return the words of a corrected text that aren't everyday ones."""
    return content_words(correction.said) - common()


def touches(text: str, withheld: Iterable[Correction], harmless: Collection[str] = ()) -> bool:
    """Return True if a text tells of something withheld, in whatever words.

    One of them at least isn't `harmless`, which everyday words are and words that were said openly.
    """
    told = content_words(text)
    shared = (told & matter(each) for each in withheld)
    return any(len(each) >= LEAST_TOLD and not each <= frozenset(harmless) for each in shared)


def cut_around(sentence: str, correction: Correction) -> str:
    """Return a sentence that was cut, without its other clauses that are about the same."""
    about = matter(correction)
    parts = _JOINT.split(sentence)
    parts[::2] = [_cut(part, about) for part in parts[::2]]
    return _CUTS.sub(CUT, "".join(parts))


def _cut(clause: str, about: frozenset[str]) -> str:
    return CUT if content_words(clause.replace(CUT, " ")) & about else clause


def without(
    text: str, about: Iterable[tuple[str, frozenset[str]]], known: Collection[str], *, least: int
) -> str:
    """Return a text with a note for each sentence that has so many words of a matter.

    Words that were said openly before give nothing away, unless there are no others.
    """
    rest = [(note, words - frozenset(known) or words) for note, words in about]
    found = [_noted(part, rest, least) for part in sentences(text)]
    notes = {note for note, _ in rest}
    kept = (part for at, part in enumerate(found) if part not in notes or part not in found[:at])
    return " ".join(kept)


def _noted(sentence: str, about: Iterable[tuple[str, frozenset[str]]], least: int) -> str:
    said = content_words(sentence)
    return next((note for note, words in about if len(said & words) >= least), sentence)
