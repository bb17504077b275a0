"""The small language of safety phrases.

People who aren't programmers write and review the lexicon in it.

    want to (die|be dead)    words, and a choice between words
    my own? life             a word that may be missing
    <weapon> .. him          a class from `words`; up to three words in between (`...`: six)
    suicid*                  any ending
    for # (days|nights)      a number (`##`: ten or more)
    live !(in|with)          what must not come next
    ^ turned sixteen         the beginning of a sentence

A phrase is matched at the start of a word in normalised text, where every word is followed by one
space and a sentence ends with a lone full stop. Gaps never cross a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PREFIX = 4
"""Words with any ending are found by their first letters; this many are needed."""
NUMBER = "#"
BIG_NUMBER = "##"
SENTENCE_START = "^"
ANY = ""
"""Stands for a second word that can't be told in advance."""
NUMBER_WORDS = frozenset(
    [
        "few",
        "couple",
        "several",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
    ]
)
_GAPS = {"..": r"(?:[^ .]+ ){0,3}?", "...": r"(?:[^ .]+ ){0,6}?"}
_PIECE = re.compile(r"<\w+>|\.\.\.?|[()|!?]|[a-z0-9]+\*?|##?|\^")

LEAD = 2
Lead = tuple[str, ...]
"""The first two words of something that a phrase can match, or fewer if it is shorter."""


class BadPhrase(ValueError):
    """A phrase in the lexicon can't be understood."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a phrase: how to match it, and how what it matches can begin."""

    regex: str
    leads: frozenset[Lead]


_NOTHING = Part("", frozenset({()}))


def read_phrase(source: str, words: Mapping[str, str]) -> Part:
    """Return a phrase ready to be compiled and found by its first words."""
    part = _Reader(source, words).read()
    if any(not lead or lead[0] == ANY for lead in part.leads):
        raise BadPhrase(f"{source!r} does not start with a word")
    return part


def literal_words(source: str) -> set[str]:
    """Return the whole words that a phrase or a class names."""
    return {piece for piece in _PIECE.findall(source) if piece.isalnum()}


def prefix(word: str) -> str:
    """Return the letters by which a word with any ending is found."""
    letters = word.removesuffix("*")
    if len(letters) < PREFIX:
        raise BadPhrase(f"{word!r} needs {PREFIX} letters before its star")
    return letters[:PREFIX]


class _Reader:
    """Recursive descent over one phrase."""

    def __init__(self, source: str, words: Mapping[str, str]) -> None:
        self._source = source
        self._words = words
        self._pieces = _PIECE.findall(source)
        if "".join(self._pieces) != source.replace(" ", ""):
            raise BadPhrase(f"{source!r} contains a sign that means nothing")

    def read(self) -> Part:
        part = self._choice()
        if self._pieces:
            raise BadPhrase(f"{self._source!r} has a bracket too many")
        return part

    def _choice(self) -> Part:
        options = [self._sequence()]
        while self._pieces[:1] == ["|"]:
            del self._pieces[0]
            options.append(self._sequence())
        if len(options) == 1:
            return options[0]
        regex = "|".join(option.regex for option in options)
        return Part(f"(?:{regex})", frozenset(lead for option in options for lead in option.leads))

    def _sequence(self) -> Part:
        whole = _NOTHING
        while self._pieces and self._pieces[0] not in {"|", ")"}:
            part = self._element()
            whole = Part(whole.regex + part.regex, _joined(whole.leads, part.leads))
        return whole

    def _element(self) -> Part:
        piece = self._pieces.pop(0)
        if piece == "!":
            return Part(f"(?!{self._element().regex})", frozenset({()}))
        part = self._group() if piece == "(" else self._atom(piece)
        if self._pieces[:1] == ["?"]:
            del self._pieces[0]
            return Part(f"(?:{part.regex})?", part.leads | {()})
        return part

    def _group(self) -> Part:
        part = self._choice()
        if self._pieces[:1] != [")"]:
            raise BadPhrase(f"{self._source!r} has a bracket that is not closed")
        del self._pieces[0]
        return part

    def _atom(self, piece: str) -> Part:
        if piece in _GAPS:
            return Part(_GAPS[piece], frozenset({(), (ANY, ANY)}))
        if piece.startswith("<"):
            name = piece.strip("<>")
            if name not in self._words:
                raise BadPhrase(f"{self._source!r} uses the unknown class {name!r}")
            return _Reader(self._words[name], self._words).read()
        return Part(f"{_regex(piece)} ", frozenset((word,) for word in _words(piece)))


def _joined(first: frozenset[Lead], second: Iterable[Lead]) -> frozenset[Lead]:
    whole = {lead for lead in first if len(lead) == LEAD}
    open_ends = [lead for lead in first if len(lead) < LEAD]
    return frozenset(whole | {(end + lead)[:LEAD] for end in open_ends for lead in second})


def _regex(piece: str) -> str:
    if piece == SENTENCE_START:
        return r"\."
    if piece == BIG_NUMBER:
        return r"\d\d+"
    if piece == NUMBER:
        return rf"(?:\d+|{'|'.join(sorted(NUMBER_WORDS))})"
    return f"{piece[:-1]}[a-z]*" if piece.endswith("*") else piece


def _words(piece: str) -> Iterable[str]:
    if piece == SENTENCE_START:
        return ["."]
    if piece in {NUMBER, BIG_NUMBER}:
        return [NUMBER, *NUMBER_WORDS]
    return [piece]
