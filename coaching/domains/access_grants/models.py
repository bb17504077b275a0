"""Requests and grants, and what was opened with them. A person's rows: they see all of it."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, belongs_to, instant, words


class AccessGrant(Owned, table=True):
    """A request of an admin to read a person's words; a grant once `given_at` is set.

    `reason` is what the admin wrote for the person. `lapses_at` is when an unanswered request ends,
    `ends_at` when a grant does. On PostgreSQL the admin's role can add requests and give none.
    """

    __tablename__ = "access_grants"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "id"),
        sa.Index("idx_access_grants_user_id", "user_id", "created_at"),
    )

    asked_by: str = Field(sa_type=sa.Text, nullable=False)
    reason: str = words()
    hours: int = Field(nullable=False)
    lapses_at: datetime = instant(required=True)
    given_at: datetime | None = instant()
    ends_at: datetime | None = instant()
    refused_at: datetime | None = instant()
    withdrawn_at: datetime | None = instant()


class AccessOpening(Owned, table=True):
    """One look at somebody's words: who, when, and which part."""

    __tablename__ = "access_openings"
    __table_args__ = (
        belongs_to("access_grants", "access_grant_id"),
        sa.Index("idx_access_openings_user_id", "user_id", "created_at"),
    )

    access_grant_id: UUID = Field(nullable=False)
    opened_by: str = Field(sa_type=sa.Text, nullable=False)
    part: str = Field(sa_type=sa.Text, nullable=False)
    session_number: int = Field(default=0, nullable=False)
