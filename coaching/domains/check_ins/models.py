"""The table of check-ins."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, one_of, words
from coaching.values.check_ins import CheckInAbout, Mood, ReplyStatus


class CheckIn(Owned, table=True):
    """How money felt at a moment. `content` is the person's sentence, `ai_response` the answer.

    `agent_id` names who replied: `coach` when a model did, `offline` when it was a prepared line.
    """

    __tablename__ = "check_ins"
    __table_args__ = (sa.Index("idx_check_ins_user_id", "user_id", "created_at"),)

    mood: Mood = Field(sa_type=one_of(Mood, "mood"), nullable=False)
    about: CheckInAbout | None = Field(
        default=None, sa_type=one_of(CheckInAbout, "about"), nullable=True
    )
    goal_id: UUID | None = Field(
        default=None, foreign_key="goals.id", ondelete="SET NULL", nullable=True
    )
    content: str = words()
    ai_response: str = words()
    agent_id: str = words()
    status: ReplyStatus = Field(
        default=ReplyStatus.NONE, sa_type=one_of(ReplyStatus, "status"), nullable=False
    )
    updated_at: datetime = instant(required=True)
