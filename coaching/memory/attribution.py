"""Attribution: which words of a message are the person's own, and the span of a quote in them.

What they paste or repeat (quotation marks, `she wrote:`, a line after `>`, tags, code) is somebody
else's: it is hidden, so that no quote can rest on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.memory.pasted_text import pasted_stretches
from coaching.memory.rules import load_rules
from coaching.text.run_on import clause_around
from coaching.text.words import sentence_spans, word_matches, words

if TYPE_CHECKING:
    from collections.abc import Iterator

QUOTED_FROM = 3
MOST_BEFORE = 20
HIDDEN = "\x00"
OPENING = "\"“«‘'\x00"
_MARKS = re.compile(
    r"\"([^\"]*)\"|“([^”]*)”|«([^»]*)»|‘([^’]*(?:’\w[^’]*)*)’|(?<!\w)'([^'\n]*(?:'\w[^'\n]*)*)'(?!\w)"
)
_PASTED = re.compile(
    r"```.*?(?:```|\Z)|^[ \t]*>.*?$|<([a-z_]+)[^<>]*>.*?(?:</\1>|\Z)|</?[a-z_][^<>]*>|\{[^{}]*\}?"
    r"|^#{1,4} .*?(?:\n\n|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """A quote, exactly as in the message.

    `clause` is what it is part of, `lead` what comes before it there. `sentence` goes from full
    stop to full stop, `before` and `after` are the rest of it, `after` with the next sentence.
    `later` is what comes after that.
    """

    quote: str
    clause: str
    lead: str
    sentence: str
    before: str
    after: str
    later: str


class OwnWords:
    """A message with everything hidden that is not the person's own."""

    def __init__(self, message: str) -> None:
        self.text = _without_others(message)
        self._message = message
        self._spoken = tuple(_speech(message))
        self.speech = tuple(message[start:end] for _, start, end in self._spoken)
        self._words = [(_bare(m[0]), m.start(), m.end()) for m in word_matches(self.text)]
        self._sentences = sentence_spans(self.text)

    def find(self, quote: str) -> QuoteMatch | None:
        """Return the quote where it stands, or nothing when these words were not said in a row.

        Of a quote with somebody else's words in quotation marks, what is outside of them counts.
        """
        outside = max(_MARKS.split(quote)[:: _MARKS.groups + 1], key=len)
        return self._find(quote) or (self._find(outside) if outside != quote else None)

    def introduction(self, quote: str, content: str) -> QuoteMatch | None:
        """Return the person's words before others' words, if the memory tells whose those are.

        Of “Then he asked: “Why now?”” that is “Then he asked”.
        """
        rules = load_rules()
        if not (rules.fits("reported", content) or rules.fits("said_by_others", content)):
            return None
        wanted = [_bare(word) for word in words(quote)]
        for begins, start, end in self._spoken:
            said = [_bare(word) for word in words(self._message[start:end])]
            if _is_run(wanted, said):
                return self._before(begins, start)
        return None

    def _before(self, begins: int, end: int) -> QuoteMatch | None:
        there = [(a, b) for _, a, b in self._words if a >= begins and b <= end]
        if len(there) < QUOTED_FROM or not self._is_one_run([("", there[0][0], there[-1][1])]):
            return None
        return self._found(there[-MOST_BEFORE:][0][0], there[-1][1])

    def _find(self, quote: str) -> QuoteMatch | None:
        wanted = [_bare(word) for word in words(quote)]
        size = len(wanted)
        for at in range(len(self._words) - size + 1) if size else ():
            stretch = self._words[at : at + size]
            if [word for word, _, _ in stretch] == wanted and self._is_one_run(stretch):
                return self._found(stretch[0][1], stretch[-1][2])
        return None

    def _is_one_run(self, stretch: list[tuple[str, int, int]]) -> bool:
        return HIDDEN not in self.text[stretch[0][1] : stretch[-1][2]]

    def _found(self, start: int, end: int) -> QuoteMatch:
        touched = [(a, b) for a, b in self._sentences if a < end and b > start]
        first, last = touched[0][0], touched[-1][1]
        after = next((b for a, b in self._sentences if a >= last and self.text[a:b].strip()), last)
        begins, ends = clause_around(self.text, start, end)
        return QuoteMatch(
            quote=self.text[start:end],
            clause=self.text[begins:ends],
            lead=self.text[begins:start],
            sentence=self.text[first:last],
            before=self.text[first:start],
            after=self.text[end:after],
            later=self.text[after:],
        )


def _bare(word: str) -> str:
    """Return a word without case and apostrophes, which people leave out when they text."""
    return word.casefold().replace("'", "").replace("’", "")


def _without_others(message: str) -> str:
    """Return the message with each foreign stretch as hidden marks of the same length."""
    for start, end in (
        *_pasted(message),
        *_marked(message),
        *_reported(message),
        *pasted_stretches(message),
    ):
        message = message[:start] + HIDDEN * (end - start) + message[end:]
    return message


def _pasted(message: str) -> Iterator[tuple[int, int]]:
    for match in _PASTED.finditer(message):
        yield match.span()


def _marked(message: str) -> Iterator[tuple[int, int]]:
    for match in _MARKS.finditer(message):
        inner = next(group for group in match.groups() if group is not None)
        if len(words(inner)) >= QUOTED_FROM:
            yield match.span()


def _is_run(wanted: list[str], said: list[str]) -> bool:
    starts = range(len(said) - len(wanted) + 1) if wanted else ()
    return any(said[at : at + len(wanted)] == wanted for at in starts)


def _speech(message: str) -> Iterator[tuple[int, int, int]]:
    """Yield where a sentence and somebody's words in quotation marks in it are: `She said "…"`."""
    for start, end in _marked(message):
        (begins, _), *_ = (span for span in sentence_spans(message) if span[1] > start)
        if load_rules().fits("said_by_others", message[begins:start]):
            yield begins, start, end


def _reported(message: str) -> Iterator[tuple[int, int]]:
    """Yield what follows `she wrote:` to the end of the line, or of the message if that ends."""
    for match in load_rules().reports.finditer(message):
        line = message.find("\n", match.end())
        end = line if line >= 0 else len(message)
        rest = message[match.end() : end].strip()
        if not rest:
            yield match.end(), len(message)
        elif rest[0] not in OPENING:
            yield match.end(), end
