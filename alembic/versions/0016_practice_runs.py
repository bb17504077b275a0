"""Practices that people do: a row for each run, with words in it only while it runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
TABLE = "practice_runs"
ENDED_AS = ("kept", "nothing", "too_much", "not_now", "something_else", "crisis")


def upgrade() -> None:
    """Make the table and, on PostgreSQL, its policies."""
    op.create_table(
        TABLE,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("conversation_id", sa.Uuid(), nullable=True),
        sa.Column("practice_id", sa.Text(), nullable=False),
        sa.Column("content_version", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), server_default=sa.text("'en'"), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("trail", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("answers", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("waits", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("stores_words", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("left_from", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("kept", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("number_before", sa.Integer(), nullable=True),
        sa.Column("number_after", sa.Integer(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column(
            "ended_as",
            sa.Enum(
                *ENDED_AS, name="ended_as", native_enum=False, create_constraint=True, length=32
            ),
            nullable=True,
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (ended_as IS NULL)", name=op.f("ck_practice_runs_ended")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_practice_runs_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_runs")),
    )
    _make_indexes()
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned(TABLE):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table(TABLE)


def _make_indexes() -> None:
    op.create_index("idx_practice_runs_user_id", TABLE, ["user_id", "created_at"])
    running = sa.text("ended_at IS NULL")
    op.create_index(
        "idx_practice_runs_one_running",
        TABLE,
        ["user_id"],
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )
