"""What Toney's replies give away of something withheld, decided over a whole conversation.

The person's own sentence is left out before. A reply says the same in other words, so it is read
more strictly: the one directly after the sentence most of all, any other one for a repetition.
Words that the person said openly elsewhere in the conversation give nothing away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.memory.corrections import NOTES, contradicts, masked_reply, note_of, without_notes
from coaching.memory.grounding import people_in
from coaching.memory.matter import LEAST_TOLD, matter
from coaching.memory.rules import load_rules
from coaching.text.content import content_words
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.values.corrections import Correction

LEAST_LETTERS = 3
ROOT = 5
"""Letters from which on one word may be the beginning of another."""
_SHE = re.compile(r"\b(?:s?he|him|hers?|his|ella|él)\b", re.IGNORECASE)
LARGE_PART = 0.5
"""From this share of left out words on, the rest of a reply gives it away or makes no sense."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message as it was said, and what of it is passed on so far."""

    is_theirs: bool
    text: str
    passed_on: str


def replies_without(
    lines: Sequence[Said], withheld: Sequence[Correction], everyday: frozenset[str]
) -> list[str]:
    """Return what is passed on of each message; a reply has a note where words are left out.

    `everyday` are stems that tell nothing by themselves, such as the words of the interface.
    """
    known = _Known([without_notes(line.passed_on) for line in lines if line.is_theirs], everyday)
    told: list[Correction] = []
    before: list[Correction] = []
    hidden: frozenset[str] = frozenset()
    is_of_nobody = False
    found: list[str] = []
    for line in lines:
        if line.is_theirs:
            before += told
            told = [each for each in withheld if contradicts(line.text, [each]) is not None]
            hidden = known.rare(content_words(line.text)) if told else frozenset()
            is_of_nobody = not _tells_of_somebody(without_notes(line.passed_on))
            found.append(line.passed_on)
        elif told:
            found.append(_of_answer(line, told, hidden, known, is_of_nobody=is_of_nobody))
        else:
            found.append(_of_reply(line.passed_on, withheld, before, known))
    return found


class _Known:
    """What gives nothing away: words that were said openly, and everyday ones."""

    def __init__(self, said: Sequence[str], everyday: frozenset[str]) -> None:
        self.words = frozenset[str]().union(*map(content_words, said))
        self.is_sensitive = any(map(load_rules().is_sensitive, said))
        self._nothing = self.words | everyday

    def rare(self, words: frozenset[str]) -> frozenset[str]:
        """Return the words that tell what is meant even alone: names, numbers, things."""
        return frozenset(each for each in words - self._nothing if _is_long(each))


def _of_answer(
    line: Said,
    told: Sequence[Correction],
    hidden: frozenset[str],
    known: _Known,
    *,
    is_of_nobody: bool,
) -> str:
    """Return the reply to it; none of the reply where most of it is about it.

    If what is left of their message tells of nobody (`is_of_nobody`), a “she” in the reply is
    somebody whom they told of in the rest.
    """
    note, kept = note_of(told[0]), list[str]()
    for part in sentences(line.passed_on):
        is_told = _has_kin(content_words(part), hidden)
        is_told = is_told or masked_reply(part, told, known.words) != part
        is_told = is_told or (load_rules().is_sensitive(part) and not known.is_sensitive)
        is_told = is_told or (is_of_nobody and _SHE.search(part) is not None)
        kept.append(note if is_told else part)
    if kept == sentences(line.text):
        return line.passed_on
    left = _size(part for part in kept if part not in NOTES)
    return _joined(kept) if left > (1 - LARGE_PART) * _size(sentences(line.text)) else note


def _of_reply(
    text: str, withheld: Sequence[Correction], before: Sequence[Correction], known: _Known
) -> str:
    """Return a reply to something else without the sentences that repeat it.

    Once it was said (`before`), everyday words tell of it too: “you lost it in February”.
    """
    kept = [_repeated(part, withheld, before, known) for part in sentences(text)]
    return text if kept == sentences(text) else _joined(kept)


def _repeated(
    part: str, withheld: Sequence[Correction], before: Sequence[Correction], known: _Known
) -> str:
    said = content_words(part)
    for each in before:
        if len(said & content_words(each.said) - known.words) >= LEAST_TOLD:
            return note_of(each)
    for each in withheld:
        if said & known.rare(matter(each)) or _says_much(part, each, known):
            return note_of(each)
    return part


def _says_much(part: str, each: Correction, known: _Known) -> bool:
    return masked_reply(part, [each], known.words, least=LEAST_TOLD) != part


def _tells_of_somebody(text: str) -> bool:
    rules = load_rules()
    return rules.fits("third", text) or rules.fits("kin", text) or bool(people_in(text))


def _has_kin(said: frozenset[str], hidden: frozenset[str]) -> bool:
    """Return True for one of the words, or one of its root: `gambling` tells of a `gambler`."""
    return any(
        one == other or (min(len(one), len(other)) >= ROOT and _is_beginning(one, other))
        for one in said
        for other in hidden
    )


def _is_beginning(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _size(parts: Iterable[str]) -> int:
    return sum(len(content_words(part)) for part in parts)


def _joined(parts: Iterable[str]) -> str:
    """Join sentences, a note only once."""
    found = list(parts)
    return " ".join(
        part for at, part in enumerate(found) if part not in NOTES or part not in found[:at]
    )


def _is_long(word: str) -> bool:
    return len(word) >= LEAST_LETTERS or word.isdigit()
