"""What keeps the house running: jobs, admins, the audit trail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_house, protect_owned

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
TABLES = (
    "jobs",
    "admins",
    "admin_sessions",
    "sign_in_failures",
    "audit_entries",
    "settings",
    "address_days",
)


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_jobs()
    _make_admins()
    _make_admin_sessions()
    _make_sign_in_failures()
    _make_audit_entries()
    _make_settings()
    _make_address_days()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(TABLES):
        op.drop_table(table)


def _make_jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("status", _one_of("status", "due running done failed"), nullable=False),
        sa.Column("run_at", UTCDateTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("lease_until", UTCDateTime(), nullable=True),
        sa.Column("unique_key", sa.Text(), nullable=True),
        sa.Column("dedup_key", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("finished_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_jobs_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("unique_key", name=op.f("uq_jobs_unique_key")),
    )
    op.create_index(
        "idx_jobs_dedup_due",
        "jobs",
        ["dedup_key"],
        unique=True,
        sqlite_where=sa.text("status = 'due'"),
        postgresql_where=sa.text("status = 'due'"),
    )
    op.create_index("idx_jobs_status", "jobs", ["status", "run_at"])
    op.create_index("idx_jobs_user_id", "jobs", ["user_id"])


def _make_admins() -> None:
    op.create_table(
        "admins",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admins")),
        sa.UniqueConstraint("name", name=op.f("uq_admins_name")),
    )


def _make_admin_sessions() -> None:
    op.create_table(
        "admin_sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("admin_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("last_seen_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["admin_id"],
            ["admins.id"],
            name=op.f("fk_admin_sessions_admin_id_admins"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_admin_sessions_token_hash")),
    )


def _make_sign_in_failures() -> None:
    op.create_table(
        "sign_in_failures",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("blocked_until", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_sign_in_failures")),
    )


def _make_audit_entries() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("details", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index("idx_audit_entries_created_at", "audit_entries", ["created_at"])


def _make_settings() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )


def _make_address_days() -> None:
    op.create_table(
        "address_days",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("address_hash", sa.Text(), nullable=False),
        sa.Column("guests", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "address_hash", name=op.f("pk_address_days")),
    )


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    for statement in (
        *protect_owned("jobs", admin_writes=True),
        *protect_house("admins"),
        *protect_house("admin_sessions"),
        *protect_house("sign_in_failures"),
        *protect_house("audit_entries", system="SELECT, INSERT", admin="SELECT, INSERT"),
        *protect_house("settings", app="SELECT"),
        *protect_house("address_days", admin=""),
    ):
        op.execute(statement)
