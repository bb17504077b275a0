"""Ratings of replies, handled entries of the quality queue, and eval cases."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.db import ADMIN_ROLE
from coaching.repositories.row_level_security import protect_owned

revision = "0036"
down_revision = "0034"
branch_labels = None
depends_on = None
RATINGS, HANDLED, CASES = "reply_ratings", "handled_flags", "eval_cases"
KINDS = (
    "reply_missed",
    "reply_helped",
    "session_missed",
    "session_helped",
    "off_track",
    "guess",
    "belief",
)
INDEXES = {
    "idx_corrections_created_at": ("corrections", "created_at, id"),
    "idx_hypotheses_retired_at": ("hypotheses", "retired_at, id"),
}


def upgrade() -> None:
    """Make the tables and the indexes of the queue."""
    op.create_table(
        RATINGS,
        *_owned(),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("rating", _one_of("rating", "helped", "missed"), nullable=False),
        sa.Column("comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        *_keys(RATINGS),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_reply_ratings_message_id_messages"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_reply_ratings_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint(
            "user_id", "message_id", name=op.f("uq_reply_ratings_user_id_message_id")
        ),
    )
    op.create_index("idx_reply_ratings_created_at", RATINGS, ["created_at", "id"])
    op.create_table(
        HANDLED,
        *_owned(),
        *_entry(),
        sa.Column("handled_by", sa.Text(), nullable=False),
        *_keys(HANDLED),
        sa.UniqueConstraint("entry", "kind", name=op.f("uq_handled_flags_entry_kind")),
    )
    op.create_index("idx_handled_flags_user_id", HANDLED, ["user_id"])
    op.create_table(
        CASES,
        *_owned(),
        *_entry(),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("example", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        *_keys(CASES),
        sa.ForeignKeyConstraint(
            ["user_id", "conversation_id"],
            ["conversations.user_id", "conversations.id"],
            name=op.f("fk_eval_cases_user_id_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("entry", "kind", name=op.f("uq_eval_cases_entry_kind")),
    )
    op.create_index("idx_eval_cases_user_id", CASES, ["user_id", "conversation_id"])
    for name, (table, columns) in INDEXES.items():
        op.execute(f"CREATE INDEX {name} ON {table} ({columns})")
    if op.get_bind().dialect.name == "postgresql":
        for statement in _protection():
            op.execute(statement)


def downgrade() -> None:
    """Drop them."""
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
    for table in (CASES, HANDLED, RATINGS):
        op.drop_table(table)


def _protection() -> list[str]:
    statements = [*protect_owned(RATINGS), *protect_owned(HANDLED), *protect_owned(CASES)]
    for table in (HANDLED, CASES):
        statements += [
            f"CREATE POLICY admin_adds ON {table} FOR INSERT TO {ADMIN_ROLE} WITH CHECK (true)",
            f"CREATE POLICY admin_undoes ON {table} FOR DELETE TO {ADMIN_ROLE} USING (true)",
            f"GRANT INSERT, DELETE ON {table} TO {ADMIN_ROLE}",
        ]
    return statements


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)


def _owned() -> list[sa.Column[Any]]:
    at = sa.Column(
        "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
    )
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        at,
    ]


def _entry() -> list[sa.Column[Any]]:
    return [
        sa.Column("kind", _one_of("kind", *KINDS), nullable=False),
        sa.Column("entry", sa.Uuid(), nullable=False),
    ]


def _keys(table: str) -> list[sa.schema.SchemaItem]:
    return [
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{table}_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    ]
