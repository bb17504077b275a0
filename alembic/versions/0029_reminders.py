"""Reminders: how a person wants them, the browsers that take pushes, and each one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None
_STATES = ("waiting", "sending", "sent", "opened", "lost", "cancelled")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_owned(
        "reminder_settings",
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("by_push", sa.Boolean(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("at_time", sa.String(5), nullable=False),
        sa.Column("days", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("quiet_from", sa.String(5), nullable=False),
        sa.Column("quiet_to", sa.String(5), nullable=False),
        sa.Column("is_paused", sa.Boolean(), nullable=False),
        _instant("paused_until"),
        _instant("next_at"),
        _instant("counts_from", nullable=False),
        _instant("ended_at"),
        sa.UniqueConstraint("user_id", name=op.f("uq_reminder_settings_user_id")),
    )
    op.create_index("idx_reminder_settings_next_at", "reminder_settings", ["next_at"])
    _make_owned(
        "push_subscriptions",
        sa.Column("endpoint_hash", sa.Text(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.UniqueConstraint("endpoint_hash", name=op.f("uq_push_subscriptions_endpoint_hash")),
    )
    op.create_index("idx_push_subscriptions_user_id", "push_subscriptions", ["user_id"])
    _make_owned(
        "reminders",
        sa.Column("kind", _one_of("kind", "nudge", "follow_up"), nullable=False),
        sa.Column("state", _one_of("state", *_STATES), nullable=False),
        sa.Column("about", _one_of("about", "goal", "card"), nullable=True),
        sa.Column("about_id", sa.Uuid(), nullable=True),
        _instant("wanted_at"),
        _instant("due_at", nullable=False),
        _instant("claimed_at"),
        _instant("sent_at"),
        _instant("opened_at"),
        sa.Column("channel", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
    )
    op.create_index("idx_reminders_user_id", "reminders", ["user_id", "due_at"])
    op.create_index("idx_reminders_state", "reminders", ["state", "due_at"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("reminders", "push_subscriptions", "reminder_settings"):
        op.drop_table(table)


def _make_owned(table: str, *columns: SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        *columns,
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{table}_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned(table):
            op.execute(statement)


def _instant(name: str, *, nullable: bool = True) -> sa.Column[Any]:
    return sa.Column(name, UTCDateTime(), nullable=nullable)


def _one_of(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=32)
