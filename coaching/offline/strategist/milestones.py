"""What has happened with a person so far, piece by piece: found, done, kept, decided, lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.rules.keepsakes import is_gift, thoughts, whole
from coaching.rules.quotes import as_quoted, pick_quote
from coaching.rules.wording import lower_first, times
from coaching.text.similarity import Relation, coverage, relation
from coaching.text.words import plain, words
from coaching.values.enums import CardKind, MemoryKind, RetiredBecause, SignalType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.rules.case import Case
    from coaching.values.context import MemoryView, SignalView

LEAST_CONFIDENCE = 0.65  # of a breakthrough that is told as a milestone
LONGEST_QUOTE_WORDS = 18  # a longer one is told without its words
SAME_MILESTONE = 0.6  # share of words in common
_DATED = re.compile(r"^(\d{4}-\d{2}-\d{2}): “(.*)”$")
_CALLED = re.compile(
    r"^(?:Your |Tu )?(?P<who>[\w' -]+?)(?: is called|:? se llama) (?P<name>[\w-]+)\.$"
)
_NO = frozenset({RetiredBecause.REJECTED, RetiredBecause.OFF_TRACK})
_DECIDED = frozenset({MemoryKind.DECISION, MemoryKind.COMMITMENT})


class Step(StrEnum):
    """What kind of step it was, the weightiest first; also the key of its wordings."""

    FOUND = "found"
    WON = "won"
    DONE = "done"
    KEPT = "kept"
    LOSS = "loss"
    EVENT = "event"
    PEOPLE = "people"
    DECIDED = "decided"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Milestone:
    """One step and when it was; `slots` fill its wording, `quote` among them where there is one."""

    step: Step
    at: datetime
    slots: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def quote(self) -> str:
        """Their words."""
        return self.slots.get("quote", "")


def milestones(case: Case) -> list[Milestone]:
    """Return every step, oldest first; the same words stand for one."""
    order = list(Step)
    kept: list[Milestone] = []
    for one in sorted(_every(case), key=lambda one: (order.index(one.step), -len(one.quote))):
        if not any(is_same(one.quote, other.quote) for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.at)


def is_same(one: str, other: str) -> bool:
    """Return True if two quotes are the same words, more or less, and neither denies the other."""
    is_alike = coverage(one, other) >= SAME_MILESTONE
    return is_alike and relation(one, other) is not Relation.CONTRADICTS


def told(text: str, case: Case) -> str:
    """Return their words as they can be told: one thought, not too long; empty if not fit to be."""
    for sentence in thoughts(text):
        quote = sentence.strip(" .!")
        if len(words(quote)) > LONGEST_QUOTE_WORDS:
            quote = pick_quote(sentence, case.lexicon, cut=False)
        if quote and is_gift(quote, plain(quote), case.lexicon):
            return as_quoted(quote)
    return ""


def did_nothing(signal: SignalView, case: Case) -> bool:
    """Return True if a check-in about a practice says that it wasn't done."""
    return case.lexicon.shows("not_done", plain(f"{signal.content} {signal.quote}"))


def _every(case: Case) -> Iterator[Milestone]:
    for step, at, text in _said(case):
        if quote := told(text, case):
            yield Milestone(step, at, {"quote": quote})
    for card in case.ctx.cards:
        if card.times_completed and card.last_completed_at is not None:
            slots = {"card": card.title, "times": times(card.times_completed, case.language)}
            yield Milestone(Step.DONE, card.last_completed_at, slots)
    for memory in case.ctx.memories:
        yield from _remembered(memory, case)
    for guess in case.ctx.hypotheses:
        if guess.because in _NO:
            yield Milestone(Step.REFUSED, guess.created_at)


def _said(case: Case) -> Iterator[tuple[Step, datetime, str]]:
    """Yield what they found, won, kept and decided; a prescribed card is not in their words."""
    for item in case.ctx.intel.breakthroughs if case.ctx.intel else ():
        if match := _DATED.match(item):
            yield Step.FOUND, datetime.fromisoformat(match[1]).replace(tzinfo=UTC), match[2]
    for signal in case.of(SignalType.BREAKTHROUGH, least=LEAST_CONFIDENCE):
        yield Step.FOUND, signal.created_at, whole(signal.quote, case.said)
    for win in case.ctx.wins:
        yield Step.WON, win.created_at, win.text
    for card in case.ctx.cards:
        if card.kind is not CardKind.NOTICING:
            yield Step.KEPT, card.created_at, card.content
    for memory in case.ctx.memories:
        if MemoryKind(memory.kind) in _DECIDED:
            yield Step.DECIDED, memory.created_at, memory.quote


def _remembered(memory: MemoryView, case: Case) -> Iterator[Milestone]:
    if match := _CALLED.match(memory.content):
        role = f"{lower_first(match['who'])} {match['name']}"
        who = case.labels["your"].replace("{who}", role)
        yield Milestone(Step.PEOPLE, memory.created_at, {"who": who})
    elif MemoryKind(memory.kind) is MemoryKind.LIFE_EVENT and memory.quote:
        step = Step.LOSS if case.lexicon.says("grief", plain(memory.quote)) else Step.EVENT
        yield Milestone(step, memory.created_at, {"quote": as_quoted(memory.quote.strip(" ."))})
