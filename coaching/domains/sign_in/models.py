"""Sign-in tickets: what a link in an e-mail or a trip to Google can be exchanged for, once."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, UTCDateTime, instant, now, one_of, words


class Purpose(StrEnum):
    """The use of a ticket; it is refused for every other one."""

    EMAIL = "email"
    """A link that was sent to an address: whoever has it reads mail there."""
    GOOGLE_TRIP = "google_trip"
    """On the way to Google; the ticket is the `state` of the request."""
    GOOGLE = "google"
    """Back from Google, where the person has to decide something first."""


class SignInTicket(Base, table=True):
    """A ticket; `user_id` is who asked for it while signed in. Only hashes of secrets are stored.

    `browser_hash` binds it to the browser that asked; `code_hash` is of the code that another
    browser has to type before the address is added to an account.
    """

    __tablename__ = "sign_in_tickets"
    __table_args__ = (
        sa.UniqueConstraint("token_hash"),
        sa.Index("idx_sign_in_tickets_user_id", "user_id"),
        sa.Index("idx_sign_in_tickets_subject", "subject"),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", nullable=True
    )
    created_at: datetime = Field(
        default_factory=now,
        sa_type=UTCDateTime,
        nullable=False,
        sa_column_kwargs={"server_default": sa.func.current_timestamp()},
    )
    purpose: Purpose = Field(sa_type=one_of(Purpose, "purpose"), nullable=False)
    token_hash: str = Field(sa_type=sa.Text, nullable=False)
    subject: str = words()
    label: str = words()
    browser_hash: str = words()
    code_hash: str = words()
    tries: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": sa.text("0")})
    expires_at: datetime = instant(required=True)
    spent_at: datetime | None = instant()
