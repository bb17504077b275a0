"""Validate proposed memories of a message, whether a model or the rules proposed them.

The gate trusts no proposal. A memory rests on at least three words that the person wrote in this
message and that were nobody else's before, and it says no more than they said. What they said as a
joke, a guess or an open plan is kept, marked as unsure and weighs less. What is sensitive waits for
their yes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from coaching.memory.attribution import OwnWords
from coaching.memory.corrections import contradicts
from coaching.memory.deduplication import Likeness, is_related, likeness, telling
from coaching.memory.due_days import fitting, own
from coaching.memory.gate_types import Admission, Heard, Judgement, Known, Refusal
from coaching.memory.grounding import not_given, people_in, shares_a_number
from coaching.memory.meaning import is_unsure, misread, unfit
from coaching.memory.rules import load_rules
from coaching.memory.scopes import Doubt
from coaching.memory.unsupported_claims import overstated
from coaching.text.run_on import clauses
from coaching.text.words import bare_words, words
from coaching.values.enums import (
    Certainty,
    Importance,
    MemoryKind,
    MemorySource,
    MemoryState,
    SafetyLevel,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from coaching.memory.attribution import QuoteMatch
    from coaching.values.observation import DoneCandidate, MemoryCandidate

LEAST_QUOTE_WORDS = 3  # two words prove nothing
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_NOT_A_FIGURE = re.compile(
    rf"\b(?:not|no|instead of|rather than|en vez de) [$€£]?({_FIGURE.pattern})", re.IGNORECASE
)
LONGEST_QUOTE_WORDS = 60  # more is a message and not a quote
LONGEST_TEXT = 200  # characters; a memory is one sentence
RESTATED_RUN = 6
MOST = 5
HALF_A_YEAR = timedelta(days=183)
AFTER_IT_WAS_DUE = timedelta(days=14)
ENDS_BY_ITSELF = frozenset({MemoryKind.LIFE_EVENT, MemoryKind.COMMITMENT})
HOLDS = frozenset({MemoryState.ACTIVE, MemoryState.WAITING})
LESS = {Importance.HIGH: Importance.MEDIUM, Importance.MEDIUM: Importance.LOW}
_ANAPHOR = re.compile(
    r"\b(?:it|its|it's|that|thats|that's|him|her|them|he|she|they|this|so|one|did|lo|la|le|les|eso|ya)\b",
    re.IGNORECASE,
)


def admitted(candidates: Iterable[MemoryCandidate], heard: Heard) -> list[Admission]:
    """Return what may be remembered, the first few of it."""
    return [each for each in judged(candidates, heard) if isinstance(each, Admission)]


def judged(candidates: Iterable[MemoryCandidate], heard: Heard) -> list[Judgement]:
    """Return a judgement for each candidate, in their order."""
    return _Gate(heard).judge_all(candidates)


def done(candidates: Iterable[DoneCandidate], heard: Heard) -> list[UUID]:
    """Return the open plans that the person says they have done."""
    return _Gate(heard).judge_done(candidates)


@dataclass(slots=True)
class _Gate:
    heard: Heard
    own: OwnWords = field(init=False)
    others: tuple[str, ...] = field(init=False)
    context: tuple[str, ...] = field(init=False)
    taken: list[Admission] = field(init=False, default_factory=list[Admission])

    def __post_init__(self) -> None:
        self.own = OwnWords(self.heard.message)
        self.others = tuple(f" {' '.join(bare_words(text))} " for text in self.heard.elsewhere)
        self.context = (*self.heard.context, *(known.content for known in self.heard.known))

    def judge_all(self, candidates: Iterable[MemoryCandidate]) -> list[Judgement]:
        found: list[Judgement] = []
        for candidate in candidates:
            judgement = self._judge(candidate)
            if isinstance(judgement, Admission):
                self.taken.append(judgement)
            found.append(judgement)
        return found

    def judge_done(self, candidates: Iterable[DoneCandidate]) -> list[UUID]:
        is_open = {known.id: known for known in self.heard.known if known.is_open}
        found: list[UUID] = []
        for candidate in candidates:
            known = next(filter(None, map(is_open.get, self.heard.named(candidate.memory))), None)
            quote = self._quoted(candidate.quote)
            if known is None or isinstance(quote, Refusal) or known.id in found:
                continue
            if self._restated(quote) is None and misread(known.content, quote, ()) is None:
                is_denied = load_rules().fits("no", quote.clause)
                found += [] if is_denied or not _is_over(quote) else [known.id]
        return found

    def _judge(self, candidate: MemoryCandidate) -> Judgement:
        content = _one_line(candidate.content)
        found = self._quoted(candidate.quote, content)
        if isinstance(found, Refusal):
            return found
        if not bare_words(content):
            return Refusal.NO_QUOTE
        refusal = self._restated(found) or unfit(content, found, self._people())
        refusal = refusal or self._ungrounded(content, found)
        return refusal or self._admission(candidate, content, found)

    def _quoted(self, quote: str, content: str = "") -> QuoteMatch | Refusal:
        """Return the position of the quote in the message, or why it can't be used."""
        if self.heard.level is SafetyLevel.CRISIS:
            return Refusal.CRISIS
        if self.heard.is_closed:
            return Refusal.TAKEN_BACK
        if not LEAST_QUOTE_WORDS <= len(words(quote)) <= LONGEST_QUOTE_WORDS:
            return Refusal.NO_QUOTE
        found = self.own.find(quote) or self.own.introduction(quote, content)
        if found is None:
            return Refusal.NOT_SAID
        return Refusal.UNREAL if load_rules().fits("frame", self.own.text) else found

    def _restated(self, found: QuoteMatch) -> Refusal | None:
        """Return a refusal when these words were somewhere else before they were theirs."""
        quote = " ".join(bare_words(found.quote))
        run = bare_words(found.clause)
        runs = [" ".join(run[i : i + RESTATED_RUN]) for i in range(len(run) - RESTATED_RUN + 1)]
        is_known = any(f" {each} " in text for each in (quote, *runs) for text in self.others)
        return Refusal.RESTATED if is_known else None

    def _ungrounded(self, content: str, found: QuoteMatch) -> Refusal | None:
        """Return a refusal when names, numbers or the matter itself were not given."""
        message = self.own.text
        if self._not_given(content) is Doubt.SURE:
            return Refusal.NOT_GROUNDED
        is_about_it = is_related(content, message) or shares_a_number(content, found.clause)
        if not is_about_it and _ANAPHOR.search(found.clause):
            is_about_it = any(is_related(content, text) for text in self.context)
        if not is_about_it or not telling(content):
            return Refusal.NOT_GROUNDED
        if self._overstated(content, found) is Doubt.SURE:
            return Refusal.NOT_GROUNDED
        said = f"{content}\n{found.quote}"
        return Refusal.CORRECTED if contradicts(said, self.heard.corrections) else None

    def _not_given(self, content: str) -> Doubt:
        return not_given(content, self.own, self.context, self.heard.today)

    def _overstated(self, content: str, found: QuoteMatch) -> Doubt:
        return overstated(content, found, (self.own.text, *self.heard.elsewhere[:1], *self.context))

    def _people(self) -> frozenset[str]:
        """Return who is called by name in what is known."""
        return frozenset(name for text in self.context for name in people_in(text))

    def _admission(self, candidate: MemoryCandidate, content: str, found: QuoteMatch) -> Judgement:
        due_on = self._due_on(candidate, content, found)
        if candidate.kind is MemoryKind.COMMITMENT and due_on and due_on < self.heard.today:
            return Refusal.OVER
        if len(self.taken) >= MOST:
            return Refusal.TOO_MANY
        is_inferred = candidate.source == "inferred"
        is_one = self._is_one_clause()
        unsure = is_unsure(candidate.kind, content, found, is_one_clause=is_one)
        unsure = unsure or Doubt.SOME in (
            self._overstated(content, found),
            self._not_given(content),
        )
        admission = Admission(
            kind=candidate.kind,
            content=content,
            quote=found.quote,
            source=MemorySource.INFERRED if is_inferred else MemorySource.STATED,
            importance=_importance(candidate, is_inferred=is_inferred, is_unsure=unsure),
            is_sensitive=candidate.sensitive
            or load_rules().is_sensitive(f"{content}\n{found.clause}"),
            expires_at=self._expires_at(candidate, due_on),
            certainty=Certainty.UNSURE if unsure else Certainty.SAID,
            due_on=due_on if candidate.kind is MemoryKind.COMMITMENT else None,
        )
        return self._beside_the_known(admission, candidate.supersedes)

    def _is_one_clause(self) -> bool:
        """Return True if the message holds nothing but one clause and its `lol`."""
        parts = [load_rules().without("laugh", part) for part in clauses(self.own.text)]
        return sum(bool(bare_words(part)) for part in parts) <= 1

    def _due_on(self, candidate: MemoryCandidate, content: str, found: QuoteMatch) -> date | None:
        """Return the day it is about: as proposed if it was named, else as the words name it."""
        day = _day(candidate.expires)
        given = (content, found.clause, (self.own.text, *self.heard.context), self.heard.today)
        fits = fitting(day, *given) if day is not None else None
        return fits or (own(*given) if candidate.kind is MemoryKind.COMMITMENT else None)

    def _expires_at(self, candidate: MemoryCandidate, day: date | None) -> datetime | None:
        """Return when it is no longer told: for what happened after half a year at the latest.

        A commitment is told for two weeks longer, to ask how it went. A decision has no end,
        whatever day it names: “45 for a dog from 1 December”.
        """
        latest = self.heard.at + HALF_A_YEAR
        if day is None or day < self.heard.today or candidate.kind is MemoryKind.DECISION:
            return latest if candidate.kind in ENDS_BY_ITSELF else None
        end = datetime.combine(day, time.min, UTC) + timedelta(days=1)
        if candidate.kind is MemoryKind.COMMITMENT:
            return end + AFTER_IT_WAS_DUE
        return min(end, latest) if candidate.kind is MemoryKind.LIFE_EVENT else end

    def _beside_the_known(self, admission: Admission, references: str) -> Judgement:
        """Say whether it is known already, and which known ones it replaces."""
        if any(likeness(admission.content, each.content) is Likeness.SAME for each in self.taken):
            return Refusal.RESTATED
        named = self.heard.named(references)
        replaced: list[UUID] = []
        for known in self.heard.known:
            if known.state not in HOLDS:
                continue
            how = likeness(admission.content, known.content)
            is_named = known.id in named
            if how is Likeness.SAME and not is_named and not _is_news(admission, known):
                return replace(admission, repeats=known.id)
            is_replaced = is_named and _is_about(admission, known)
            if how is Likeness.CHANGED or is_replaced or _corrects_a_figure(admission, known):
                replaced.append(known.id)
        return replace(admission, supersedes=tuple(replaced))


def _is_over(found: QuoteMatch) -> bool:
    """Return True if it is told as done, rather than as a plan."""
    rules = load_rules()
    return not rules.fits("open", found.clause) and not rules.fits("ahead", found.clause)


def _is_news(admission: Admission, known: Known) -> bool:
    """Return True if the same words tell something else: a plan, and that it was done.

    Of what they asked to have remembered, a plan only tells the kind and the day.
    """
    plan = MemoryKind.COMMITMENT
    if known.is_asked_for and admission.kind is plan:
        return False
    return admission.kind is not known.kind and plan in (admission.kind, known.kind)


def _corrects_a_figure(admission: Admission, known: Known) -> bool:
    """Return True if it says "not 810" of what is known with 810; a plan isn't replaced by that."""
    if known.kind is MemoryKind.COMMITMENT:
        return False
    wrong = set(_NOT_A_FIGURE.findall(admission.quote))
    if wrong.isdisjoint(_FIGURE.findall(known.content)):
        return False
    right = replace(admission, content=_NOT_A_FIGURE.sub("", admission.content))
    return _is_about(right, known)


def _is_about(admission: Admission, known: Known) -> bool:
    """Return True if a named memory may be replaced: the same matter, not the person's own line."""
    if known.is_the_person_s and admission.source is MemorySource.INFERRED:
        return False
    return is_related(admission.content, known.content)


def _importance(candidate: MemoryCandidate, *, is_inferred: bool, is_unsure: bool) -> Importance:
    found = candidate.importance
    if is_inferred and found is Importance.HIGH:
        found = Importance.MEDIUM
    return LESS.get(found, found) if is_unsure else found


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def _one_line(text: str) -> str:
    """Return a text in one line; one that is too long ends after a whole part of it."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_TEXT:
        return line
    cut = line[: LONGEST_TEXT - 1]
    parts = (cut.rpartition(mark)[0] for mark in (". ", "; ", ", "))
    whole = next((part for part in parts if len(part) >= LONGEST_TEXT // 3), "")
    return f"{whole}." if whole else f"{cut.rpartition(' ')[0]}…"
