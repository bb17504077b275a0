"""What may be remembered of a message. Whoever proposes it, a model or the rules: this decides.

The gate trusts no proposal. A memory rests on at least three words that the person wrote in this
very message and that were nobody else's before; it says nothing that they did not say, and nothing
that was said in play, in doubt or to steer the machine. What is sensitive waits for a yes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from coaching.memory.corrections import contradicts
from coaching.memory.items import words
from coaching.memory.judgement import Admission, Heard, Judgement, Known, Refusal
from coaching.memory.likeness import Likeness, is_related, likeness, telling
from coaching.memory.own_words import OwnWords
from coaching.memory.rules import load_rules
from coaching.memory.secrets import holds_secret
from coaching.values.enums import Importance, MemoryKind, MemorySource, MemoryState, SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from coaching.memory.own_words import Found
    from coaching.values.observation import MemoryCandidate

LEAST_WORDS, LONGEST_QUOTE, LONGEST = 3, 40, 200
RESTATED_RUN = 6
MOST = 5
HALF_A_YEAR = timedelta(days=183)
ENDS_BY_ITSELF = frozenset({MemoryKind.LIFE_EVENT, MemoryKind.COMMITMENT})
OWN = frozenset({MemoryKind.LIFE_EVENT, MemoryKind.COMMITMENT, MemoryKind.DECISION})
HOLDS = frozenset({MemoryState.ACTIVE, MemoryState.WAITING})
_NAME = re.compile(r"(?<![.!?“\"]\s)(?<!^)\b[A-ZÁÉÍÓÚÑ]\w+")
_SPOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def admitted(candidates: Iterable[MemoryCandidate], heard: Heard) -> list[Admission]:
    """Return what may be remembered, the first few of it."""
    return [each for each in judged(candidates, heard) if isinstance(each, Admission)]


def judged(candidates: Iterable[MemoryCandidate], heard: Heard) -> list[Judgement]:
    """Return a judgement for each candidate, in their order."""
    return _Gate(heard).judge_all(candidates)


@dataclass(slots=True)
class _Gate:
    heard: Heard
    own: OwnWords = field(init=False)
    others: tuple[str, ...] = field(init=False)
    taken: list[Admission] = field(init=False, default_factory=list[Admission])

    def __post_init__(self) -> None:
        self.own = OwnWords(self.heard.message)
        self.others = tuple(f" {' '.join(words(text))} " for text in self.heard.elsewhere)

    def judge_all(self, candidates: Iterable[MemoryCandidate]) -> list[Judgement]:
        found: list[Judgement] = []
        for candidate in candidates:
            judgement = self._judge(candidate)
            if isinstance(judgement, Admission):
                self.taken.append(judgement)
            found.append(judgement)
        return found

    def _judge(self, candidate: MemoryCandidate) -> Judgement:
        if self.heard.level is SafetyLevel.CRISIS:
            return Refusal.CRISIS
        if self.heard.is_closed:
            return Refusal.TAKEN_BACK
        size = len(_SPOKEN.findall(candidate.quote))
        if not LEAST_WORDS <= size <= LONGEST_QUOTE or not words(candidate.content):
            return Refusal.NO_QUOTE
        found = self.own.find(candidate.quote)
        if found is None:
            return Refusal.NOT_SAID
        if load_rules().fits("frame", self.own.text):
            return Refusal.UNREAL
        content = _one_line(candidate.content)
        refusal = self._not_theirs(found) or _unfit(candidate.kind, content, found)
        refusal = refusal or self._ungrounded(candidate.kind, content, found)
        return refusal or self._admission(candidate, content, found)

    def _not_theirs(self, found: Found) -> Refusal | None:
        """Say whether these words stood elsewhere before, or are told as somebody else's."""
        quote = " ".join(words(found.quote))
        if any(f" {quote} " in text for text in self.others):
            return Refusal.RESTATED
        run = words(found.sentence)
        runs = {" ".join(run[i : i + RESTATED_RUN]) for i in range(len(run) - RESTATED_RUN + 1)}
        if any(f" {each} " in text for each in runs for text in self.others):
            return Refusal.RESTATED
        return Refusal.NOT_THEIRS if load_rules().fits("said_by_others", found.before) else None

    def _ungrounded(self, kind: MemoryKind, content: str, found: Found) -> Refusal | None:
        """Say whether names, numbers or the matter itself are not in what the person wrote."""
        numbers = [word for word in words(content) if any(char.isdigit() for char in word)]
        names = words(" ".join(_NAME.findall(content)))
        if not self.own.words.issuperset([*numbers, *names]):
            return Refusal.NOT_GROUNDED
        if not is_related(content, found.sentence) or not _says_something(kind, content):
            return Refusal.NOT_GROUNDED
        said = f"{content}\n{found.quote}"
        return Refusal.CORRECTED if contradicts(said, self.heard.corrections) else None

    def _admission(self, candidate: MemoryCandidate, content: str, found: Found) -> Judgement:
        expires_at = self._expires_at(candidate)
        if expires_at is not None and expires_at <= self.heard.at:
            return Refusal.OVER
        if len(self.taken) >= MOST:
            return Refusal.TOO_MANY
        is_inferred = candidate.source == "inferred"
        rules, said = load_rules(), f"{content}\n{found.sentence}"
        admission = Admission(
            kind=candidate.kind,
            content=content,
            quote=found.quote,
            source=MemorySource.INFERRED if is_inferred else MemorySource.STATED,
            importance=_importance(candidate, is_inferred=is_inferred),
            is_sensitive=candidate.sensitive or rules.is_sensitive(said),
            expires_at=expires_at,
        )
        return self._beside_the_known(admission, candidate.supersedes)

    def _expires_at(self, candidate: MemoryCandidate) -> datetime | None:
        """Return when it is over: its day, and for what happened half a year at the latest."""
        latest = self.heard.at + HALF_A_YEAR
        day = _day(candidate.expires)
        if day is None:
            return latest if candidate.kind in ENDS_BY_ITSELF else None
        end = datetime.combine(day, time.min, UTC) + timedelta(days=1)
        return min(end, latest) if candidate.kind is MemoryKind.LIFE_EVENT else end

    def _beside_the_known(self, admission: Admission, reference: str) -> Judgement:
        """Say whether it is known already, and which known ones it replaces."""
        if any(likeness(admission.content, each.content) is Likeness.SAME for each in self.taken):
            return Refusal.RESTATED
        replaced: list[UUID] = []
        for known in self.heard.known:
            if known.state not in HOLDS:
                continue
            how = likeness(admission.content, known.content)
            is_named = known.id == self._named(reference)
            if how is Likeness.SAME and not is_named:
                return replace(admission, repeats=known.id)
            if how is Likeness.CHANGED or (is_named and _is_about(admission, known)):
                replaced.append(known.id)
        return replace(admission, supersedes=tuple(replaced))

    def _named(self, reference: str) -> UUID | None:
        number = reference.strip().removeprefix("m")
        place = int(number) - 1 if number.isdecimal() and number.isascii() else -1
        return self.heard.offered[place] if 0 <= place < len(self.heard.offered) else None


def _unfit(kind: MemoryKind, content: str, found: Found) -> Refusal | None:
    """Say whether the sentence steers, holds a secret, or was not meant as a fact of their life."""
    rules = load_rules()
    if any(rules.fits("to_the_machine", text) for text in (content, found.quote, found.sentence)):
        return Refusal.INSTRUCTION
    if any(holds_secret(text) for text in (content, found.sentence)):
        return Refusal.SECRET
    if not _is_meant(found):
        return Refusal.UNREAL
    if rules.fits("no", f"{found.before}{found.quote}") and not rules.fits("no", content):
        return Refusal.DENIED
    return _not_own(kind, content, found.sentence) if kind in OWN else None


def _is_meant(found: Found) -> bool:
    """Whether the sentence is said in earnest, and not taken back by the one after it."""
    rules = load_rules()
    played = ("hypothetical", "joke", "question", "back", "uncertain")
    if any(rules.fits(name, found.sentence) for name in played):
        return False
    return not any(rules.fits(name, found.after) for name in ("back", "joke"))


def _not_own(kind: MemoryKind, content: str, sentence: str) -> Refusal | None:
    """Say whether a decision, a plan or an event is open yet, or somebody else's.

    What happened to somebody close may be remembered when the memory says whose it is.
    """
    rules = load_rules()
    if rules.fits("open", sentence):
        return Refusal.UNDECIDED
    says_whose = kind is MemoryKind.LIFE_EVENT and rules.fits("kin", content)
    if rules.fits("others_act", sentence) and not says_whose:
        return Refusal.SOMEBODY_ELSE
    return None if rules.fits("mine", sentence) else Refusal.SOMEBODY_ELSE


def _says_something(kind: MemoryKind, content: str) -> bool:
    """Whether there is more than that something was decided or is planned."""
    return len(telling(content)) >= (1 if kind in (MemoryKind.FACT, MemoryKind.LIFE_EVENT) else 2)


def _is_about(admission: Admission, known: Known) -> bool:
    """Whether a named memory may be replaced: the same matter, and never the person's own line."""
    if known.is_the_person_s and admission.source is MemorySource.INFERRED:
        return False
    return is_related(admission.content, known.content)


def _importance(candidate: MemoryCandidate, *, is_inferred: bool) -> Importance:
    is_high = candidate.importance is Importance.HIGH
    return Importance.MEDIUM if is_high and is_inferred else candidate.importance


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def _one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST].strip()
