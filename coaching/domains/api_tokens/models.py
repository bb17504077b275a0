"""Personal API tokens; only their hash is stored."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, words


class ApiToken(Owned, table=True):
    """A token by which a program acts for its person; `prefix` is what it is known by."""

    __tablename__ = "api_tokens"
    __table_args__ = (
        sa.UniqueConstraint("token_hash"),
        sa.Index("idx_api_tokens_user_id", "user_id"),
    )

    name: str = words()
    prefix: str = words()
    token_hash: str = Field(sa_type=sa.Text, nullable=False)
    expires_at: datetime | None = instant()
    last_used_at: datetime | None = instant()
