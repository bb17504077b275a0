"""What was said: conversations, messages, turns and their tools."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import (
    Base,
    Owned,
    belongs_to,
    instant,
    json_list,
    json_object,
    one_of,
    words,
)
from coaching.values.conversations import (
    ConversationKind,
    Feedback,
    MessageRole,
    ProposalState,
    SessionStatus,
    ToolStatus,
)
from coaching.values.enums import SafetyLevel, TurnKind, TurnStatus


class Conversation(Owned, table=True):
    """A session (A44): the current one, or an earlier one with its notes.

    `session_notes` is its closing, `one_line` what a list says of it; `summary` stands for the
    older half of a very long one (K24).
    `prompt` holds what was chosen at session start and stays byte-equal: the second system block,
    its style values, the briefing's id, and a shorter block for a model that calls it too long.
    `goal_id` and `dream_id`: what it is about; deleting that empties the link.
    `state` is read and written by `values.session_state` only. With `deleted_at` the row is
    empty: the person deleted what was said, and only its number is left.
    """

    __tablename__ = "conversations"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "session_number"),
        sa.UniqueConstraint("user_id", "id"),
        sa.Index(
            "idx_conversations_answered",
            "ended_at",
            "feedback",
            "session_number",
            "user_id",
            sqlite_where=sa.text("feedback IS NOT NULL"),
            postgresql_where=sa.text("feedback IS NOT NULL"),
        ),
    )

    kind: ConversationKind = Field(
        default=ConversationKind.COACHING, sa_type=one_of(ConversationKind, "kind"), nullable=False
    )
    session_number: int = Field(nullable=False)
    session_notes: str = words()
    session_status: SessionStatus = Field(
        default=SessionStatus.OPEN, sa_type=one_of(SessionStatus, "session_status"), nullable=False
    )
    goal_id: UUID | None = Field(default=None, nullable=True)
    dream_id: UUID | None = Field(default=None, nullable=True)
    briefing_id: UUID | None = Field(default=None, nullable=True)
    active_agent: str = words("coach")
    prompt: dict[str, Any] = json_object()
    state: dict[str, Any] = json_object()
    summary: str = words()
    summary_until_seq: int = Field(default=0, nullable=False)
    last_message_at: datetime = instant(required=True)
    ended_at: datetime | None = instant()
    one_line: str = words()
    feedback: Feedback | None = Field(
        default=None, sa_type=one_of(Feedback, "feedback"), nullable=True
    )
    deleted_at: datetime | None = instant()


class Turn(Owned, table=True):
    """A message on its way to a reply: a row with a state before it is a model call."""

    __tablename__ = "turns"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "client_message_id"),
        sa.Index(
            "idx_turns_one_running",
            "user_id",
            unique=True,
            sqlite_where=sa.text("status = 'running'"),
            postgresql_where=sa.text("status = 'running'"),
        ),
        sa.UniqueConstraint("user_id", "seq"),
        sa.UniqueConstraint("user_id", "id"),
        belongs_to("conversations", "conversation_id"),
        sa.Index("idx_turns_status", "status", "lease_until"),
        sa.Index(
            "idx_turns_created_at",
            "created_at",
            "user_id",
            "conversation_id",
            sqlite_where=sa.text("kind = 'message'"),
            postgresql_where=sa.text("kind = 'message'"),
        ),
    )

    conversation_id: UUID = Field(nullable=False)
    client_message_id: str = Field(sa_type=sa.Text, nullable=False)
    text_hash: str = Field(sa_type=sa.Text, nullable=False)
    seq: int = Field(nullable=False)
    kind: TurnKind = Field(
        default=TurnKind.MESSAGE, sa_type=one_of(TurnKind, "kind"), nullable=False
    )
    status: TurnStatus = Field(
        default=TurnStatus.QUEUED, sa_type=one_of(TurnStatus, "status"), nullable=False
    )
    attempt: int = Field(default=0, nullable=False)
    fence: int = Field(default=0, nullable=False)
    lease_until: datetime | None = instant()
    partial: str = words()
    steps: list[Any] = json_list()
    stop_requested: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    counted_on: str | None = Field(default=None, sa_type=sa.String(10), nullable=True)
    refunded_at: datetime | None = instant()
    safety_level: SafetyLevel = Field(
        default=SafetyLevel.NONE, sa_type=one_of(SafetyLevel, "safety_level"), nullable=False
    )
    safety_category: str = words()
    error_code: str = words()
    agent: str = words("coach")
    model: str = words()
    context_ids: dict[str, Any] = json_object()
    started_at: datetime | None = instant()
    finished_at: datetime | None = instant()


class Message(Owned, table=True):
    """One message; `content` is a list of JSON blocks, `preface` what was told with it for ever.

    `chips` are the quick replies under a message of the coach (`coaching.values.chips.Chip`).
    """

    __tablename__ = "messages"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "conversation_id", "seq"),
        sa.UniqueConstraint("turn_id", "role"),
        sa.Index(
            "idx_messages_replies",
            "created_at",
            sqlite_where=sa.text("role = 'coach'"),
            postgresql_where=sa.text("role = 'coach'"),
        ),
        belongs_to("conversations", "conversation_id"),
        belongs_to("turns", "turn_id"),
    )

    conversation_id: UUID = Field(nullable=False)
    turn_id: UUID | None = Field(default=None, nullable=True)
    seq: int = Field(nullable=False)
    role: MessageRole = Field(sa_type=one_of(MessageRole, "role"), nullable=False)
    content: list[Any] = json_list()
    text: str = words()
    preface: str = words()
    agent: str = words("coach")
    status: str = words("saved")
    stop_reason: str = words()
    meta: dict[str, Any] = json_object()
    chips: list[dict[str, Any]] = json_list()
    model: str = words()
    prompt_hash: str = words()
    tools_hash: str = words()


class ToolCall(Owned, table=True):
    """A tool that ran, or is about to: exactly one per effect."""

    __tablename__ = "tool_calls"
    __table_args__ = (
        sa.UniqueConstraint("turn_id", "step", "ordinal"),
        sa.Index("idx_tool_calls_user_id", "user_id"),
        sa.Index("idx_tool_calls_created_at", "created_at", "name", "status"),
        belongs_to("turns", "turn_id"),
    )

    turn_id: UUID = Field(nullable=False)
    step: int = Field(nullable=False)
    ordinal: int = Field(nullable=False)
    call_id: str = Field(sa_type=sa.Text, nullable=False)
    name: str = Field(sa_type=sa.Text, nullable=False)
    input: dict[str, Any] = json_object()
    status: ToolStatus = Field(
        default=ToolStatus.PENDING, sa_type=one_of(ToolStatus, "status"), nullable=False
    )
    result: dict[str, Any] = json_object()
    finished_at: datetime | None = instant()


class Proposal(Owned, table=True):
    """Something lasting that waits for the person's decision; single use, 30 minutes (F12)."""

    __tablename__ = "proposals"
    __table_args__ = (
        sa.Index("idx_proposals_user_id", "user_id"),
        sa.Index("idx_proposals_turn_id", "turn_id"),
        belongs_to("turns", "turn_id"),
    )

    turn_id: UUID = Field(nullable=False)
    kind: str = Field(sa_type=sa.Text, nullable=False)
    payload: dict[str, Any] = json_object()
    preview: str = words()
    state: ProposalState = Field(
        default=ProposalState.OPEN, sa_type=one_of(ProposalState, "state"), nullable=False
    )
    expires_at: datetime = instant(required=True)
    decided_at: datetime | None = instant()
    decision_turn_id: UUID | None = Field(default=None, nullable=True)


class SafetyEvent(Owned, table=True):
    """That something serious was said, never what.

    `ended_at`: when the person said that they are safe.
    """

    __tablename__ = "safety_events"
    __table_args__ = (
        sa.Index("idx_safety_events_user_id", "user_id", "created_at"),
        sa.Index("idx_safety_events_created_at", "created_at", "id"),
        belongs_to("turns", "turn_id"),
    )

    turn_id: UUID | None = Field(default=None, nullable=True)
    level: SafetyLevel = Field(sa_type=one_of(SafetyLevel, "level"), nullable=False)
    category: str = Field(sa_type=sa.Text, nullable=False)
    source: str = Field(sa_type=sa.Text, nullable=False)
    shown_resources: list[str] = json_list()
    ended_at: datetime | None = instant()


class ModelCall(Base, table=True):
    """What a call cost, without words. `user_id` goes with the person; the sums stay.

    Otherwise deleting an account would lower today's cost and lift the daily limit.
    """

    __tablename__ = "model_calls"
    __table_args__ = (
        sa.Index(
            "idx_model_calls_created_at",
            "created_at",
            "user_id",
            "outcome",
            "provider",
            "cost_microusd",
        ),
        sa.Index("idx_model_calls_user_id", "user_id"),
    )

    id: UUID = Field(primary_key=True)
    user_id: UUID | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", nullable=True
    )
    turn_id: UUID | None = Field(default=None, nullable=True)
    job_id: UUID | None = Field(default=None, nullable=True)
    role: str = Field(sa_type=sa.Text, nullable=False)
    reason: str = words()
    provider: str = Field(sa_type=sa.Text, nullable=False)
    model: str = Field(sa_type=sa.Text, nullable=False)
    input_tokens: int = Field(default=0, nullable=False)
    output_tokens: int = Field(default=0, nullable=False)
    cache_read_tokens: int = Field(default=0, nullable=False)
    cache_write_5m_tokens: int = Field(default=0, nullable=False)
    cache_write_1h_tokens: int = Field(default=0, nullable=False)
    thinking_tokens: int = Field(default=0, nullable=False)
    cost_microusd: int | None = Field(default=None, nullable=True)
    cost_known: bool = Field(
        default=True, nullable=False, sa_column_kwargs={"server_default": sa.true()}
    )
    milliseconds: int = Field(default=0, nullable=False)
    first_token_ms: int | None = Field(default=None, nullable=True)
    outcome: str = Field(sa_type=sa.Text, nullable=False)
    prompt_hash: str = words()
    tools_hash: str = words()
    request_id: str = words()
    created_at: datetime = instant(required=True)
