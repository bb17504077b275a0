"""The tables of goals and of their small steps."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, belongs_to, instant, json_list, one_of, words
from coaching.values.dreams import MadeBy
from coaching.values.goals import GoalStatus


class Goal(Owned, table=True):
    """The next concrete thing. It may be under a dream or a direction, never under both.

    `plans` and `milestones` hold `values.goals.IfThen` and `Milestone` as JSON. `notes` is the
    plan in words; `notes_by` says who wrote it, `notes_at` when it was saved.
    """

    __tablename__ = "goals"
    __table_args__ = (
        sa.Index("idx_goals_user_id", "user_id", "status"),
        sa.UniqueConstraint("user_id", "id"),
        sa.CheckConstraint("dream_id IS NULL OR direction_id IS NULL", name="one_parent"),
    )

    title: str = Field(sa_type=sa.Text, nullable=False)
    why: str = words()
    dream_id: UUID | None = Field(
        default=None, foreign_key="dreams.id", ondelete="SET NULL", nullable=True
    )
    direction_id: UUID | None = Field(
        default=None, foreign_key="directions.id", ondelete="SET NULL", nullable=True
    )
    status: GoalStatus = Field(
        default=GoalStatus.ACTIVE, sa_type=one_of(GoalStatus, "status"), nullable=False
    )
    plans: list[dict[str, Any]] = json_list()
    milestones: list[dict[str, Any]] = json_list()
    notes: str = words()
    notes_by: MadeBy | None = Field(default=None, sa_type=one_of(MadeBy, "notes_by"), nullable=True)
    notes_at: datetime | None = instant()
    made_by: MadeBy = Field(default=MadeBy.USER, sa_type=one_of(MadeBy, "made_by"), nullable=False)
    completed_at: datetime | None = instant()
    updated_at: datetime = instant(required=True)


class MicroWin(Owned, table=True):
    """A small step of a goal; `done_at` is empty until it is done."""

    __tablename__ = "micro_wins"
    __table_args__ = (
        sa.Index("idx_micro_wins_goal_id", "user_id", "goal_id", "created_at"),
        belongs_to("goals", "goal_id"),
    )

    goal_id: UUID = Field(nullable=False)
    text: str = words(None)
    done_at: datetime | None = instant()
    message_id: UUID | None = Field(default=None, nullable=True)
