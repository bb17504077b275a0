"""How a named admin gets in: invites, and the passkeys of their second factor."""

from datetime import datetime
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, UTCDateTime, instant, now, words


class AdminInvite(Base, table=True):
    """A link that an admin sets password and second factor with, once; only its hash is kept."""

    __tablename__ = "admin_invites"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    admin_id: UUID = Field(foreign_key="admins.id", ondelete="CASCADE", nullable=False)
    token_hash: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    expires_at: datetime = instant(required=True)
    used_at: datetime | None = instant()


class AdminPasskey(Base, table=True):
    """A passkey that an admin may use instead of a code; id and public key in base64url."""

    __tablename__ = "admin_passkeys"
    __table_args__ = (sa.Index("idx_admin_passkeys_admin_id", "admin_id"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    admin_id: UUID = Field(foreign_key="admins.id", ondelete="CASCADE", nullable=False)
    credential_id: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    public_key: str = Field(sa_type=sa.Text, nullable=False)
    sign_count: int = Field(
        default=0, nullable=False, sa_type=sa.BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    name: str = words()
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    last_used_at: datetime | None = instant()
