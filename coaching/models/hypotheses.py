"""Guesses about a person: each with its life, at most one of them current."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, one_of
from coaching.values.enums import HypothesisStatus, Lens, RetiredBecause


class Hypothesis(Owned, table=True):
    """One sentence that connects what was said: candidate, supported, or retired for ever."""

    __tablename__ = "hypotheses"
    __table_args__ = (
        sa.Index(
            "idx_hypotheses_one_current",
            "user_id",
            unique=True,
            sqlite_where=sa.text("status <> 'retired'"),
            postgresql_where=sa.text("status <> 'retired'"),
        ),
        sa.Index("idx_hypotheses_user_id", "user_id", "created_at"),
        sa.Index("idx_hypotheses_retired_at", "retired_at", "id"),
    )

    text: str = Field(sa_type=sa.Text, nullable=False)
    status: HypothesisStatus = Field(
        default=HypothesisStatus.CANDIDATE,
        sa_type=one_of(HypothesisStatus, "status"),
        nullable=False,
    )
    because: RetiredBecause | None = Field(
        default=None, sa_type=one_of(RetiredBecause, "because"), nullable=True
    )
    lens: Lens | None = Field(default=None, sa_type=one_of(Lens, "lens"), nullable=True)
    first_briefing_id: UUID | None = Field(default=None, nullable=True)
    last_briefing_id: UUID | None = Field(default=None, nullable=True)
    sessions_without_support: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": sa.text("0")}
    )
    counted_session_id: UUID | None = Field(default=None, nullable=True)
    supported_at: datetime | None = instant()
    retired_at: datetime | None = instant()
    updated_at: datetime = instant(required=True)
