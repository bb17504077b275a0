"""The working context: what an agent knows for one call, built fresh and thrown away.

It travels beside the rendered prompt in every `Request`. The offline coach reads this and never
parses a prompt; the Anthropic adapter never reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from coaching.values.enums import (
    CardKind,
    CheckAnswer,
    Depth,
    Heard,
    HypothesisStatus,
    LearningStyle,
    SignalType,
    Stage,
    Tension,
    Trigger,
)
from coaching.values.guesses import NO_FINDINGS, REJECTED_BY_THEM
from coaching.values.practice_choice import NO_PRACTICES, PracticeChoice
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from coaching.values.check_ins import CheckInView
    from coaching.values.chips import Chip
    from coaching.values.corrections import Correction
    from coaching.values.earlier import EarlierSession
    from coaching.values.guesses import Findings, HypothesisView
    from coaching.values.reminders import ReminderView
    from coaching.values.transcript import TranscriptLine


NOTHING_SERIOUS = SafetyVerdict()


@dataclass(frozen=True, slots=True)
class PersonView:
    """The person as an agent sees them. `tone` is the effective one, after safety caps."""

    name: str = ""
    language: str = "en"
    country: str | None = None
    tension: Tension | None = None
    secondary_tension: Tension | None = None
    tension_confidence: float = 0.0
    tension_source: Literal["scored", "user"] = "scored"
    hypothesis: str = ""
    hypothesis_rules: tuple[str, ...] = ()
    emotional_why: str = ""
    life_context: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    tone: float = 5.0
    tone_stored: float = 5.0
    depth: Depth = Depth.BALANCED
    learning_style: LearningStyle = LearningStyle.REFLECTION
    stage: Stage = Stage.CONTEMPLATION
    writes: str = ""  # the language of their texts, which may not be the app's
    address: str = ""  # tú, usted or vos in Spanish; empty if none shows
    usual_address: str = "tú"  # what is taken for texts that are kept if none shows

    @property
    def is_softened(self) -> bool:
        """Return True if the tone is gentler than their own setting, after something serious."""
        return self.tone < self.tone_stored


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as an agent sees it."""

    id: UUID
    kind: CardKind
    title: str
    content: str
    is_focus: bool
    times_completed: int
    last_completed_at: datetime | None
    graduated_at: datetime | None
    created_at: datetime
    skips_last_week: int = 0
    completed_on: tuple[date, ...] = ()
    misfit_on: date | None = None  # they said that it doesn't fit them


@dataclass(frozen=True, slots=True)
class WinView:
    """A win as an agent sees it."""

    id: UUID
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class MemoryView:
    """A memory as an agent sees it."""

    id: UUID
    content: str
    quote: str
    importance: str
    created_at: datetime
    kind: str = "fact"
    source: str = "stated"
    certainty: Literal["said", "unsure"] = "said"
    due_on: date | None = None
    done_on: date | None = None
    waits: bool = False  # for their yes: only the Observer reads it


@dataclass(frozen=True, slots=True)
class SignalView:
    """A stored signal."""

    id: UUID
    signal_type: SignalType
    content: str
    quote: str
    confidence: float
    urgency_flag: bool
    session_number: int
    created_at: datetime


INTEL_LISTS = (
    "triggers",
    "used_words",
    "avoided_words",
    "deflection_phrases",
    "resistance_patterns",
    "breakthroughs",
    "coaching_notes",
)


@dataclass(frozen=True, slots=True)
class IntelView:
    """Behavioural intel, one row per person (A58–A61). Items carry provenance."""

    triggers: tuple[str, ...] = ()
    used_words: tuple[str, ...] = ()
    avoided_words: tuple[str, ...] = ()
    deflection_phrases: tuple[str, ...] = ()
    resistance_patterns: tuple[str, ...] = ()
    breakthroughs: tuple[str, ...] = ()
    coaching_notes: tuple[str, ...] = ()
    stage_of_change: Stage = Stage.CONTEMPLATION
    journey_narrative: str = ""
    growth_edges: dict[str, dict[str, object]] = field(default_factory=dict)

    def numbered(self) -> list[tuple[str, str, str]]:
        """Return every item as (number, list, text), so that an answer can name what is over."""
        items = [(name, text) for name in INTEL_LISTS for text in getattr(self, name)]
        return [(f"n{place}", name, text) for place, (name, text) in enumerate(items, 1)]


@dataclass(frozen=True, slots=True)
class BriefingView:
    """The briefing that serves this session."""

    id: UUID
    version: int
    trigger: Trigger
    briefing_content: str
    hypothesis: str
    leverage: str
    curiosities: tuple[str, ...]
    session_strategy: str
    journey_narrative: str
    growth_edges: dict[str, dict[str, object]]
    one_sentence: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """Something the coach offered and the person has not answered yet."""

    kind: Literal["card", "win", "practice", "plan", "permission"]
    text: str
    title: str = ""
    offered_in_turn: int = 0


@dataclass(frozen=True, slots=True)
class PastMessage:
    """One message of this session; `mode` and `template_ids` are of the offline coach."""

    role: Literal["user", "coach"]
    text: str
    at: datetime
    mode: str = ""
    template_ids: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkingContext:
    """Everything the Coach may know for one reply."""

    person: PersonView
    message: str
    today: date
    session_number: int
    turn_number: int
    history: tuple[PastMessage, ...] = ()
    focus_card: CardView | None = None
    cards: tuple[CardView, ...] = ()
    wins: tuple[WinView, ...] = ()
    briefing: BriefingView | None = None
    intel: IntelView | None = None
    signals: tuple[SignalView, ...] = ()
    openings: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()  # of the offline coach, by id, oldest first
    pending: PendingOffer | None = None
    safety: SafetyVerdict = NOTHING_SERIOUS
    check: CheckAnswer | None = None  # to the question whether they are in danger
    safety_recent: bool = False
    gap_days: float | None = None
    last_session_danger: bool = False
    after_crisis: bool = False  # a danger to life in the session before: this one begins with it
    preface: str = ""
    corrections: tuple[Correction, ...] = ()
    memories: tuple[MemoryView, ...] = ()
    """A handful, as they were when the session began."""
    told_before: tuple[str, ...] = ()  # messages that may answer what they ask to be told again
    reminders: tuple[ReminderView, ...] = ()  # open when the session begins
    earlier: tuple[EarlierSession, ...] = ()
    """The sessions before this one, oldest first: the last ones word for word."""
    practices: PracticeChoice = NO_PRACTICES  # what the offline coach may offer in this reply
    tool_results: tuple[tuple[str, str, bool], ...] = ()  # of this turn: (tool, JSON, is_error)


@dataclass(frozen=True, slots=True)
class ObserverContext:
    """What the Observer reads: one exchange."""

    previous_coach: str
    user: str
    coach: str
    tension: Tension | None = None
    focus_card_title: str = ""
    recent_signals: tuple[SignalView, ...] = ()
    safety: SafetyVerdict = NOTHING_SERIOUS
    corrections: tuple[Correction, ...] = ()
    today: date | None = None
    memories: tuple[MemoryView, ...] = ()
    """What is known and may be replaced: an answer calls the first one m1, the next m2."""
    earlier: tuple[str, ...] = ()
    """The person's last messages of this session, for whom and what they mean by `he` and `it`."""
    address: str = ""  # of those who write in Spanish


@dataclass(frozen=True, slots=True)
class StrategistContext:
    """What the Strategist reads (A46–A49). For `onboarding`, the person only."""

    trigger: Trigger
    person: PersonView
    today: date
    session_number: int = 0
    intel: IntelView | None = None
    memories: tuple[MemoryView, ...] = ()
    wins: tuple[WinView, ...] = ()
    cards: tuple[CardView, ...] = ()
    previous_briefing: BriefingView | None = None
    signals: tuple[SignalView, ...] = ()
    transcript: tuple[TranscriptLine, ...] = ()
    said_on: date | None = None  # the day of its last line
    check_ins: tuple[CheckInView, ...] = ()  # since the previous briefing, oldest first
    hypotheses: tuple[HypothesisView, ...] = ()  # newest first; at most one is not retired
    findings: Findings = NO_FINDINGS
    safety_recent: bool = False
    corrections: tuple[Correction, ...] = ()

    @property
    def guess(self) -> HypothesisView | None:
        """The guess that holds until this run."""
        return next((x for x in self.hypotheses if x.status is not HypothesisStatus.RETIRED), None)

    def gone(self, heard: Heard) -> tuple[str, ...]:
        """Return every guess the person rejected, the current one too if they just did."""
        rejected = tuple(row.text for row in self.hypotheses if row.because in REJECTED_BY_THEM)
        return (self.guess.text, *rejected) if self.guess and heard is Heard.REJECTED else rejected

    def tried(self, heard: Heard) -> tuple[str, ...]:
        """Return every guess that is over for whatever reason: not worth making again by rule."""
        texts = tuple(x.text for x in self.hypotheses if x.status is HypothesisStatus.RETIRED)
        has_session = self.findings.closed_session_id is not None
        if self.guess is not None and self.guess.is_over(heard, after_session=has_session):
            return (self.guess.text, *texts)
        return texts
