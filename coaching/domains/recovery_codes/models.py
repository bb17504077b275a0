"""The one recovery code of a person; only its hash is stored."""

from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned


class RecoveryCode(Owned, table=True):
    """A code that signs its person in once; a new one takes its place."""

    __tablename__ = "recovery_codes"
    __table_args__ = (sa.UniqueConstraint("user_id"), sa.UniqueConstraint("token_hash"))

    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE", nullable=False)
    token_hash: str = Field(sa_type=sa.Text, nullable=False)
