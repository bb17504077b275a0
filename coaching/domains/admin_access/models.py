"""Invites: how a named admin gets in for the first time, or again."""

from datetime import datetime
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, UTCDateTime, instant, now


class AdminInvite(Base, table=True):
    """A link that an admin sets password and second factor with, once; only its hash is kept."""

    __tablename__ = "admin_invites"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    admin_id: UUID = Field(foreign_key="admins.id", ondelete="CASCADE", nullable=False)
    token_hash: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    expires_at: datetime = instant(required=True)
    used_at: datetime | None = instant()
