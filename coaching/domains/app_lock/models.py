"""How a person locks the app. Whether a browser is locked is a column of its session."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, words


class AppLock(Owned, table=True):
    """One row per person who locks the app; an empty PIN hash means: by passkey only."""

    __tablename__ = "app_locks"
    __table_args__ = (sa.UniqueConstraint("user_id"),)

    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE", nullable=False)
    after_minutes: int = Field(nullable=False)
    pin_hash: str = words()
    failures: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    blocked_until: datetime | None = instant()
