"""What keeps the house running: jobs, admins, the audit trail."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Base, UTCDateTime, instant, json_object, now, one_of, words
from coaching.values.enums import JobStatus


class Job(Base, table=True):
    """Work as a row, written with the change that asks for it; safe to repeat.

    `unique_key` is spent for ever (one Observer per turn); `dedup_key` only while the job is due.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        sa.Index(
            "idx_jobs_dedup_due",
            "dedup_key",
            unique=True,
            sqlite_where=sa.text("status = 'due'"),
            postgresql_where=sa.text("status = 'due'"),
        ),
        sa.Index("idx_jobs_status", "status", "run_at"),
        sa.Index("idx_jobs_user_id", "user_id"),
        sa.Index("idx_jobs_finished_at", "finished_at"),
        sa.Index(
            "idx_jobs_failed",
            "created_at",
            sqlite_where=sa.text("status = 'failed'"),
            postgresql_where=sa.text("status = 'failed'"),
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", nullable=True
    )
    kind: str = Field(sa_type=sa.Text, nullable=False)
    payload: dict[str, Any] = json_object()
    status: JobStatus = Field(
        default=JobStatus.DUE, sa_type=one_of(JobStatus, "status"), nullable=False
    )
    run_at: datetime = instant(required=True)
    attempts: int = Field(default=0, nullable=False)
    max_attempts: int = Field(default=3, nullable=False)
    fence: int = Field(default=0, nullable=False)
    lease_until: datetime | None = instant()
    unique_key: str | None = Field(default=None, sa_type=sa.Text, nullable=True, unique=True)
    dedup_key: str | None = Field(default=None, sa_type=sa.Text, nullable=True)
    last_error: str = words()
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    finished_at: datetime | None = instant()


class Admin(Base, table=True):
    """Somebody who may sign in to the admin app.

    Without a password there is an invite to be accepted; `totp_step` is the last code's time step.
    """

    __tablename__ = "admins"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    name: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    password_hash: str = Field(sa_type=sa.Text, nullable=False)
    role: str = words("admin")
    totp_sealed: str = words()
    totp_step: int = Field(
        default=0, nullable=False, sa_type=sa.BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)


class AdminSession(Base, table=True):
    """A signed-in admin; only the hash of the token is kept."""

    __tablename__ = "admin_sessions"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    admin_id: UUID = Field(foreign_key="admins.id", ondelete="CASCADE", nullable=False)
    token_hash: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    last_seen_at: datetime = instant(required=True)
    expires_at: datetime = instant(required=True)
    revoked_at: datetime | None = instant()


class SignInFailure(Base, table=True):
    """Failed admin sign-ins per account and per address; the delay grows with them."""

    __tablename__ = "sign_in_failures"

    key: str = Field(primary_key=True, sa_type=sa.Text)
    failures: int = Field(default=0, nullable=False)
    blocked_until: datetime | None = instant()
    updated_at: datetime = instant(required=True)


class AddressDay(Base, table=True):
    """Guests from one address on one UTC day; the address is a keyed hash of that day only."""

    __tablename__ = "address_days"

    day: str = Field(primary_key=True, sa_type=sa.String(10))
    address_hash: str = Field(primary_key=True, sa_type=sa.Text)
    guests: int = Field(default=0, nullable=False)


class AuditEntry(Base, table=True):
    """What an admin or the system did: append-only, ids and never words."""

    __tablename__ = "audit_entries"
    __table_args__ = (sa.Index("idx_audit_entries_created_at", "created_at"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    actor: str = Field(sa_type=sa.Text, nullable=False)
    action: str = Field(sa_type=sa.Text, nullable=False)
    subject: str = words()
    details: dict[str, Any] = json_object()
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)


class Setting(Base, table=True):
    """A value that the running product changes (who blocks what, last daily check)."""

    __tablename__ = "settings"

    key: str = Field(primary_key=True, sa_type=sa.Text)
    value: dict[str, Any] = json_object()
    updated_at: datetime = instant(required=True)
