"""Guesses about a person have a life of their own: candidate, supported, retired."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and, on PostgreSQL, its policies."""
    op.create_table(
        "hypotheses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", _one_of("status", "candidate supported retired"), nullable=False),
        sa.Column(
            "because", _one_of("because", "rejected off_track unsupported replaced"), nullable=True
        ),
        sa.Column(
            "lens",
            _one_of(
                "lens",
                "self_receiving earning_mindset money_identity money_relationships "
                "financial_awareness decision_confidence future_orientation",
            ),
            nullable=True,
        ),
        sa.Column("first_briefing_id", sa.Uuid(), nullable=True),
        sa.Column("last_briefing_id", sa.Uuid(), nullable=True),
        sa.Column(
            "sessions_without_support", sa.Integer(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("counted_session_id", sa.Uuid(), nullable=True),
        sa.Column("supported_at", UTCDateTime(), nullable=True),
        sa.Column("retired_at", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_hypotheses_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hypotheses")),
    )
    _make_indexes()
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned("hypotheses"):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("hypotheses")


def _make_indexes() -> None:
    op.create_index("idx_hypotheses_user_id", "hypotheses", ["user_id", "created_at"])
    current = sa.text("status <> 'retired'")
    op.create_index(
        "idx_hypotheses_one_current",
        "hypotheses",
        ["user_id"],
        unique=True,
        sqlite_where=current,
        postgresql_where=current,
    )


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)
