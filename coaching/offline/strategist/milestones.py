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
from coaching.text.words import plain, upper_first, words
from coaching.values.enums import CardKind, MemoryKind, RetiredBecause, SignalType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.rules.case import Case
    from coaching.values.context import CardView

LEAST_CONFIDENCE = 0.65  # of a breakthrough that is told as a milestone
LONGEST_QUOTE_WORDS = 18  # a longer one is told without its words
SAME_MILESTONE = 0.6  # share of words in common
_DATED = re.compile(r"^(\d{4}-\d{2}-\d{2}): “(.*)”$")
_CALLED = re.compile(
    r"^(?:Your |Tu )?(?P<who>[\w' -]+?)(?: is called|:? se llama) (?P<name>[\w-]+)\.$"
)
_NO = frozenset({RetiredBecause.REJECTED, RetiredBecause.OFF_TRACK})


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


def is_own(card: CardView) -> bool:
    """Return True if a card was made of their words: what is prescribed asks for noticing only."""
    return card.kind is not CardKind.NOTICING


def is_same(one: str, other: str) -> bool:
    """Return True if two quotes are the same words, more or less, and neither denies the other."""
    return (
        coverage(one, other) >= SAME_MILESTONE and relation(one, other) is not Relation.CONTRADICTS
    )


def told(text: str, case: Case) -> str:
    """Return their words as they can be told: one thought, not too long; empty if not fit to be."""
    for sentence in thoughts(text):
        quote = sentence.strip(" .!")
        if len(words(quote)) > LONGEST_QUOTE_WORDS:
            quote = pick_quote(sentence, case.lexicon, cut=False)
        if quote and is_gift(quote, plain(quote), case.lexicon):
            return as_quoted(quote)
    return ""


def _every(case: Case) -> Iterator[Milestone]:
    yield from _found(case)
    for win in case.ctx.wins:
        yield from _quoted(Step.WON, win.created_at, win.text, case)
    for card in case.ctx.cards:
        if is_own(card):
            yield from _quoted(Step.KEPT, card.created_at, card.content, case)
        if card.times_completed and card.last_completed_at is not None:
            slots = {"card": card.title, "times": times(card.times_completed, case.language)}
            yield Milestone(Step.DONE, card.last_completed_at, slots)
    yield from _remembered(case)
    for guess in case.ctx.hypotheses:
        if guess.because in _NO:
            yield Milestone(Step.REFUSED, guess.created_at)


def _found(case: Case) -> Iterator[Milestone]:
    for item in case.ctx.intel.breakthroughs if case.ctx.intel else ():
        if match := _DATED.match(item):
            at = datetime.fromisoformat(match[1]).replace(tzinfo=UTC)
            yield from _quoted(Step.FOUND, at, match[2], case)
    for signal in case.of(SignalType.BREAKTHROUGH, least=LEAST_CONFIDENCE):
        yield from _quoted(Step.FOUND, signal.created_at, whole(signal.quote, case.said), case)


def _remembered(case: Case) -> Iterator[Milestone]:
    for memory in case.ctx.memories:
        kind, at = MemoryKind(memory.kind), memory.created_at
        if match := _CALLED.match(memory.content):
            role = f"{lower_first(match['who'])} {match['name']}"
            who = case.labels["your"].replace("{who}", role)
            yield Milestone(Step.PEOPLE, at, {"who": who, "Who": upper_first(who)})
        elif kind is MemoryKind.LIFE_EVENT and memory.quote:
            is_loss = case.lexicon.says("grief", plain(memory.quote))
            step = Step.LOSS if is_loss else Step.EVENT
            yield Milestone(step, at, {"quote": as_quoted(memory.quote.strip(" ."))})
        elif kind in {MemoryKind.DECISION, MemoryKind.COMMITMENT}:
            yield from _quoted(Step.DECIDED, at, memory.quote, case)


def _quoted(step: Step, at: datetime, text: str, case: Case) -> Iterator[Milestone]:
    if quote := told(text, case):
        yield Milestone(step, at, {"quote": quote})
