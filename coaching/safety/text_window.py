"""Normalised text during screening: word positions, neighbours and masked spans."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from coaching.safety.linear_model import IDIOM
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    from coaching.safety.phrase_index import Group, Idiom, Index, Meaning

NEAR = 120
"""Characters on each side in which a word counts as near."""
CLOSE = 40
"""Characters on each side that are never too far away: some sentences are two words long."""
REACH = 240
"""Characters on each side to which a sentence is read; some people use no full stops."""
NEGATION = 48
"""Characters before a phrase in which it can be negated."""
WINDOW = 96
"""A phrase that was tried before the same words need not be tried again."""

_SENTENCE_END = f" {STOP} "

Span = tuple[int, int]


class Reading:
    """The words of a text, and their places in it."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._text = f" {' '.join(words)} "
        self._starts: list[int] = []
        at = 1
        for word in words:
            self._starts.append(at)
            at += len(word) + 1
        self._stops = [at for at, word in zip(self._starts, words, strict=True) if word == STOP]
        self._places: dict[int, list[int]] = {}
        self._anywhere: dict[int, bool] = {}

    def matches(self, index: Index) -> Iterator[tuple[Span, Meaning | Idiom]]:
        """Yield every phrase that begins somewhere in the text, in reading order."""
        text = self._text
        tried: set[str] = set()
        following = [*self._words[1:], ""]
        for word, after, start in zip(self._words, following, self._starts, strict=True):
            if (entries := index.entries(word, after)) and (
                window := text[start : start + WINDOW]
            ) not in tried:
                tried.add(window)
                for phrase in entries:
                    if match := phrase.pattern.match(text, start):
                        yield match.span(), phrase.meaning

    def between(self, span: Span) -> str:
        """Return the words of a span."""
        return self._text[span[0] : span[1]].strip()

    def words_outside(self, spans: list[Span]) -> list[str]:
        """Return the words, with a placeholder for each in one of these spans."""
        if not spans:
            return self._words
        masked = self.mask(spans)
        places = zip(self._starts, self._words, strict=True)
        return [IDIOM if masked((at, at + len(word))) else word for at, word in places]

    def is_near(self, group: Group, span: Span) -> bool:
        """Return True if a word of the group is near the span."""
        return self._has(group, span[0] - NEAR, span[1] + NEAR)

    def are_beside(
        self, groups: tuple[Group, ...], span: Span, *, reach: int | None = None
    ) -> bool:
        """Return True if each group has a word in the sentence of the span or one next to it.

        It is the sentence before or the one after, for all groups alike: in a long message, words
        further away are about something else. `reach` is how many characters away they may be.
        """
        far = len(self._text) if reach is None else reach
        return not groups or any(
            all(
                self._has(group, max(start, span[0] - far), min(end, span[1] + far))
                for group in groups
            )
            for start, end in self._pairs(span)
        )

    def is_anywhere(self, group: Group) -> bool:
        """Return True if a word of the group is anywhere in the text."""
        found = self._anywhere.get(id(group))
        if found is None:
            found = self._anywhere[id(group)] = self._has(group, 0, len(self._text))
        return found

    def in_sentence(self, group: Group, span: Span) -> bool:
        """Return True if a word of the group is in the sentence of the span."""
        before = self._text.rfind(_SENTENCE_END, max(0, span[0] - REACH), span[0])
        after = self._text.find(_SENTENCE_END, span[1] - 1, span[1] + REACH)
        first = before if before >= 0 else span[0] - REACH
        return self._has(group, first, after + 1 if after >= 0 else span[1] + REACH)

    def ends_before(self, pattern: re.Pattern[str], span: Span) -> bool:
        """Return True if a pattern ends right where the span begins."""
        return pattern.search(self._text[max(0, span[0] - NEGATION) : span[0]]) is not None

    @staticmethod
    def mask(spans: list[Span]) -> Callable[[Span], bool]:
        """Return a test of whether a span overlaps one of these."""
        spans = sorted(spans)
        starts = [start for start, _ in spans]
        reach = 0
        ends = [reach := max(reach, end) for _, end in spans]

        def overlaps(span: Span) -> bool:
            before = bisect_left(starts, span[1])
            return before > 0 and ends[before - 1] > span[0]

        return overlaps

    def _pairs(self, span: Span) -> Iterator[Span]:
        """Yield the sentence of a span with the one before it, and with the one after it."""
        stops = self._stops
        before = max(0, bisect_right(stops, span[0]) - 1)
        after = bisect_left(stops, span[1] - 1)
        first, last = stops[before], stops[min(after, len(stops) - 1)]
        close = span[0] - CLOSE, span[1] + CLOSE
        yield min(stops[max(0, before - 1)], close[0]), max(last, close[1])
        yield min(first, close[0]), max(stops[min(after + 1, len(stops) - 1)], close[1])

    def _has(self, group: Group, first: int, last: int) -> bool:
        places = self._places.get(id(group))
        if places is None:
            words = zip(self._starts, self._words, strict=True)
            places = [start for start, word in words if word in group.words]
            self._places[id(group)] = places
        at = bisect_left(places, first)
        if at < len(places) and places[at] <= last:
            return True
        return bool(group.pattern and group.pattern.search(self._text, max(0, first), last))
