"""What a person keeps and what Toney understands: cards, wins, intel, memories, briefings."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import (
    Base,
    Owned,
    UTCDateTime,
    belongs_to,
    instant,
    json_list,
    json_object,
    now,
    one_of,
    words,
)
from coaching.values.enums import (
    CardKind,
    Certainty,
    Importance,
    MemoryKind,
    MemorySource,
    MemoryState,
    PrescribedBy,
    SignalType,
    Stage,
    Tension,
    Trigger,
    Verdict,
)


class RewireCard(Owned, table=True):
    """A sentence to carry. At most one per person is the focus (A64).

    `parts` are those of a plan or a conversation kit, by name; `content` is all of it as one text.
    `accepted_at`: when the person took it on; until then home introduces it. `misfit_at`: when they
    said that it doesn't fit; it isn't the focus again unless they choose it.
    """

    __tablename__ = "rewire_cards"
    __table_args__ = (
        sa.Index(
            "idx_rewire_cards_one_focus",
            "user_id",
            unique=True,
            sqlite_where=sa.text("is_focus"),
            postgresql_where=sa.text("is_focus"),
        ),
        sa.Index("idx_rewire_cards_user_id", "user_id", "created_at"),
        sa.Index("idx_rewire_cards_created_at", "created_at", "prescribed_by", "user_id"),
        sa.Index(
            "idx_rewire_cards_graduated_at",
            "graduated_at",
            sqlite_where=sa.text("graduated_at IS NOT NULL"),
            postgresql_where=sa.text("graduated_at IS NOT NULL"),
        ),
        sa.UniqueConstraint("user_id", "id"),
    )

    kind: CardKind = Field(
        default=CardKind.REFRAME, sa_type=one_of(CardKind, "kind"), nullable=False
    )
    title: str = Field(sa_type=sa.Text, nullable=False)
    content: str = Field(sa_type=sa.Text, nullable=False)
    parts: dict[str, str] = json_object()
    quote: str = words()
    source_message_id: UUID | None = Field(default=None, nullable=True)
    tension_type: Tension | None = Field(
        default=None, sa_type=one_of(Tension, "tension_type"), nullable=True
    )
    is_focus: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    focus_set_at: datetime | None = instant()
    accepted_at: datetime | None = instant()
    misfit_at: datetime | None = instant()
    graduated_at: datetime | None = instant()
    times_completed: int = Field(default=0, nullable=False)
    last_completed_at: datetime | None = instant()
    prescribed_by: PrescribedBy = Field(
        default=PrescribedBy.USER, sa_type=one_of(PrescribedBy, "prescribed_by"), nullable=False
    )
    rationale: str = words()
    updated_at: datetime = instant(required=True)


class FocusDay(Owned, table=True):
    """What was said of a card on one of the person's days: one answer a day."""

    __tablename__ = "focus_days"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "rewire_card_id", "day"),
        sa.Index("idx_focus_days_created_at", "created_at", "completed"),
        belongs_to("rewire_cards", "rewire_card_id"),
    )

    rewire_card_id: UUID = Field(nullable=False)
    day: str = Field(sa_type=sa.String(10), nullable=False)
    completed: bool = Field(nullable=False)
    reflection: str = words()


class Win(Owned, table=True):
    """A small victory in the person's words (A70)."""

    __tablename__ = "wins"
    __table_args__ = (
        sa.Index("idx_wins_user_id", "user_id", "created_at"),
        sa.Index("idx_wins_created_at", "created_at", "user_id"),
    )

    text: str = Field(sa_type=sa.Text, nullable=False)
    tension_type: Tension | None = Field(
        default=None, sa_type=one_of(Tension, "tension_type"), nullable=True
    )
    source: str = words("user")
    message_id: UUID | None = Field(default=None, nullable=True)


class BehavioralIntel(Base, table=True):
    """One row per person, cumulative (A58–A61). Items are JSON with their provenance."""

    __tablename__ = "behavioral_intel"
    __table_args__ = (sa.Index("idx_behavioral_intel_stage", "stage_of_change", "user_id"),)

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    triggers: list[Any] = json_list()
    emotional_vocabulary: dict[str, Any] = json_object()
    resistance_patterns: list[Any] = json_list()
    breakthroughs: list[Any] = json_list()
    coaching_notes: list[Any] = json_list()
    stage_of_change: Stage = Field(
        default=Stage.CONTEMPLATION, sa_type=one_of(Stage, "stage_of_change"), nullable=False
    )
    journey_narrative: str = words()
    growth_edges: dict[str, Any] = json_object()
    last_strategist_run: datetime | None = instant()
    updated_at: datetime = instant(required=True)


class CoachMemory(Owned, table=True):
    """A fact, decision, life event or commitment, with the words it came from (A71).

    `superseded_by` is the newer memory that took its place; `waits_until` is how long a sensitive
    one waits for the person's yes. `fingerprint` makes a second reading of a message harmless.
    `due_on` is the local day of a commitment, `done_at` when it was done. `is_chosen` is whether
    the last run chose it for “What Toney thinks”; None if none has read it.
    """

    __tablename__ = "coach_memories"
    __table_args__ = (
        sa.Index("idx_coach_memories_user_id", "user_id", "active"),
        sa.UniqueConstraint("user_id", "message_id", "fingerprint"),
        sa.CheckConstraint("active = (state = 'active')", name="active_state"),
    )

    kind: MemoryKind = Field(
        default=MemoryKind.FACT,
        sa_type=one_of(MemoryKind, "kind"),
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'fact'")},
    )
    content: str = Field(sa_type=sa.Text, nullable=False)
    quote: str = words()
    message_id: UUID | None = Field(default=None, nullable=True)
    source: MemorySource = Field(
        default=MemorySource.STATED,
        sa_type=one_of(MemorySource, "source"),
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'stated'")},
    )
    importance: Importance = Field(
        default=Importance.MEDIUM, sa_type=one_of(Importance, "importance"), nullable=False
    )
    certainty: Certainty = Field(
        default=Certainty.SAID,
        sa_type=one_of(Certainty, "certainty"),
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'said'")},
    )
    active: bool = Field(
        default=True, nullable=False, sa_column_kwargs={"server_default": sa.true()}
    )
    state: MemoryState = Field(
        default=MemoryState.ACTIVE,
        sa_type=one_of(MemoryState, "state"),
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'active'")},
    )
    is_sensitive: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    is_pinned: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    is_chosen: bool | None = Field(default=None, nullable=True)
    superseded_by: UUID | None = Field(default=None, nullable=True)
    fingerprint: str = words()
    due_on: str | None = Field(default=None, sa_type=sa.String(10), nullable=True)
    done_at: datetime | None = instant()
    expires_at: datetime | None = instant()
    waits_until: datetime | None = instant()
    updated_at: datetime = Field(
        default_factory=now,
        sa_type=UTCDateTime,
        nullable=False,
        sa_column_kwargs={"server_default": sa.func.current_timestamp()},
    )


class CoachingBriefing(Owned, table=True):
    """What the Strategist wrote: one row per run, versions 1..n (A50–A57)."""

    __tablename__ = "coaching_briefings"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "version"),
        sa.UniqueConstraint("user_id", "boundary"),
    )

    version: int = Field(nullable=False)
    trigger: Trigger = Field(sa_type=one_of(Trigger, "trigger"), nullable=False)
    boundary: str = Field(sa_type=sa.Text, nullable=False)
    briefing_content: str = Field(sa_type=sa.Text, nullable=False)
    hypothesis: str = words()
    leverage: str = words()
    curiosities: list[str] = json_list()
    session_strategy: str = words()
    journey_narrative: str = words()
    growth_edges: dict[str, Any] = json_object()
    stage_of_change: Stage = Field(
        default=Stage.CONTEMPLATION, sa_type=one_of(Stage, "stage_of_change"), nullable=False
    )
    prescription: dict[str, Any] = json_object()
    doors: list[Any] = json_list()
    one_sentence: str = words()
    model: str = words()
    prompt_hash: str = words()


class ObserverSignal(Owned, table=True):
    """One thing the Observer saw in one turn (A29); `session_id` is the conversation."""

    __tablename__ = "observer_signals"
    __table_args__ = (
        sa.UniqueConstraint("turn_id", "ordinal"),
        sa.Index("idx_observer_signals_user_id", "user_id", "created_at"),
        sa.Index(
            "idx_observer_signals_created_at",
            "created_at",
            "signal_type",
            "confidence",
            "user_id",
        ),
        sa.Index(
            "idx_observer_signals_urgent",
            "created_at",
            sqlite_where=sa.text("urgency_flag"),
            postgresql_where=sa.text("urgency_flag"),
        ),
        belongs_to("conversations", "session_id"),
        belongs_to("turns", "turn_id"),
    )

    session_id: UUID = Field(nullable=False)
    turn_id: UUID = Field(nullable=False)
    ordinal: int = Field(nullable=False)
    signal_type: SignalType = Field(sa_type=one_of(SignalType, "signal_type"), nullable=False)
    content: str = Field(sa_type=sa.Text, nullable=False)
    quote: str = words()
    confidence: float = Field(nullable=False)
    urgency_flag: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    source: str = words()


class Correction(Owned, table=True):
    """What a person says of one item on 'What Toney thinks'. It holds until it is withdrawn."""

    __tablename__ = "corrections"
    __table_args__ = (
        sa.Index("idx_corrections_user_id", "user_id", "created_at"),
        sa.Index("idx_corrections_created_at", "created_at", "id"),
    )

    item: str = Field(sa_type=sa.Text, nullable=False)
    said: str = Field(sa_type=sa.Text, nullable=False)
    verdict: Verdict = Field(sa_type=one_of(Verdict, "verdict"), nullable=False)
    instead: str = words()
    taken: dict[str, Any] = json_object()
    withdrawn_at: datetime | None = instant()
