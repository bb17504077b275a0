"""What a person keeps: cards, days of practice, wins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
OWNED = ("rewire_cards", "focus_days", "wins")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_rewire_cards()
    _make_focus_days()
    _make_wins()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(OWNED):
        op.drop_table(table)


def _make_rewire_cards() -> None:
    op.create_table(
        "rewire_cards",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column(
            "kind",
            _one_of("kind", "noticing reframe truth plan practice conversation"),
            nullable=False,
        ),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("source_message_id", sa.Uuid(), nullable=True),
        sa.Column(
            "tension_type",
            _one_of("tension_type", "avoid worry chase perform numb give grip"),
            nullable=True,
        ),
        sa.Column("is_focus", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("focus_set_at", UTCDateTime(), nullable=True),
        sa.Column("graduated_at", UTCDateTime(), nullable=True),
        sa.Column("times_completed", sa.Integer(), nullable=False),
        sa.Column("last_completed_at", UTCDateTime(), nullable=True),
        sa.Column(
            "prescribed_by", _one_of("prescribed_by", "strategist user coach"), nullable=False
        ),
        sa.Column("rationale", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_rewire_cards_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rewire_cards")),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_rewire_cards_user_id_id")),
    )
    op.create_index(
        "idx_rewire_cards_one_focus",
        "rewire_cards",
        ["user_id"],
        unique=True,
        sqlite_where=sa.text("is_focus"),
        postgresql_where=sa.text("is_focus"),
    )
    op.create_index("idx_rewire_cards_user_id", "rewire_cards", ["user_id", "created_at"])


def _make_focus_days() -> None:
    op.create_table(
        "focus_days",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("rewire_card_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("completed", sa.Boolean(), nullable=False),
        sa.Column("reflection", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id", "rewire_card_id"],
            ["rewire_cards.user_id", "rewire_cards.id"],
            name=op.f("fk_focus_days_user_id_rewire_card_id_rewire_cards"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_focus_days_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_focus_days")),
        sa.UniqueConstraint(
            "user_id",
            "rewire_card_id",
            "day",
            name=op.f("uq_focus_days_user_id_rewire_card_id_day"),
        ),
    )


def _make_wins() -> None:
    op.create_table(
        "wins",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column(
            "tension_type",
            _one_of("tension_type", "avoid worry chase perform numb give grip"),
            nullable=True,
        ),
        sa.Column("source", sa.Text(), server_default=sa.text("'user'"), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_wins_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wins")),
    )
    op.create_index("idx_wins_user_id", "wins", ["user_id", "created_at"])


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    for table in OWNED:
        for statement in protect_owned(table):
            op.execute(statement)
