"""Ratings of replies, what an admin has dealt with, and eval cases made of flagged replies."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, belongs_to, instant, json_object, one_of, words
from coaching.values.quality import FlagKind, Rating


class ReplyRating(Owned, table=True):
    """What the person says of one reply: one row for a message, with their comment."""

    __tablename__ = "reply_ratings"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "message_id"),
        sa.Index("idx_reply_ratings_created_at", "created_at", "id"),
        belongs_to("turns", "turn_id"),
    )

    message_id: UUID = Field(foreign_key="messages.id", ondelete="CASCADE", nullable=False)
    turn_id: UUID = Field(nullable=False)
    rating: Rating = Field(sa_type=one_of(Rating, "rating"), nullable=False)
    comment: str = words()
    updated_at: datetime = instant(required=True)


class HandledFlag(Owned, table=True):
    """An entry of the queue that an admin has dealt with; without a row it is open."""

    __tablename__ = "handled_flags"
    __table_args__ = (
        sa.UniqueConstraint("entry", "kind"),
        sa.Index("idx_handled_flags_user_id", "user_id"),
    )

    kind: FlagKind = Field(sa_type=one_of(FlagKind, "kind"), nullable=False)
    entry: UUID = Field(nullable=False)
    handled_by: str = Field(sa_type=sa.Text, nullable=False)


class EvalCase(Owned, table=True):
    """A flagged reply as an example that `toney eval flagged` plays.

    `example` is one row of an example file: the lines that led to the reply, and the reply, names
    and numbers replaced. It goes when the person deletes the conversation or their account.
    """

    __tablename__ = "eval_cases"
    __table_args__ = (
        sa.UniqueConstraint("entry", "kind"),
        sa.Index("idx_eval_cases_user_id", "user_id", "conversation_id"),
        belongs_to("conversations", "conversation_id"),
    )

    kind: FlagKind = Field(sa_type=one_of(FlagKind, "kind"), nullable=False)
    entry: UUID = Field(nullable=False)
    conversation_id: UUID = Field(nullable=False)
    example: dict[str, Any] = json_object()
    made_by: str = Field(sa_type=sa.Text, nullable=False)
