"""A person's passkeys, and the challenges that wait for an answer."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, Owned, instant, one_of, words


class Purpose(StrEnum):
    """The request that a challenge belongs to."""

    ADD = "add"
    SIGN_IN = "sign_in"
    UNLOCK = "unlock"


class Passkey(Owned, table=True):
    """One passkey: id and public key as the authenticator sent them, in base64url."""

    __tablename__ = "passkeys"
    __table_args__ = (
        sa.UniqueConstraint("credential_id"),
        sa.Index("idx_passkeys_user_id", "user_id"),
    )

    credential_id: str = Field(sa_type=sa.Text, nullable=False)
    public_key: str = Field(sa_type=sa.Text, nullable=False)
    sign_count: int = Field(
        default=0, nullable=False, sa_type=sa.BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    name: str = words()
    last_used_at: datetime | None = instant()


class PasskeyChallenge(Base, table=True):
    """Random bytes to be signed once, by the browser that asked for them."""

    __tablename__ = "passkey_challenges"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    purpose: Purpose = Field(sa_type=one_of(Purpose, "purpose"), nullable=False)
    browser_hash: str = Field(sa_type=sa.Text, nullable=False)
    challenge: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    expires_at: datetime = instant(required=True)
