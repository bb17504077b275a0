"""What was said: conversations, turns and messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
OWNED = ("conversations", "turns", "messages")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_conversations()
    _make_turns()
    _make_messages()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(OWNED):
        op.drop_table(table)


def _make_conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column(
            "kind",
            _one_of("kind", "coaching clarify planning research reflection general"),
            nullable=False,
        ),
        sa.Column("session_number", sa.Integer(), nullable=False),
        sa.Column("session_notes", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("session_status", _one_of("session_status", "open closed"), nullable=False),
        sa.Column("briefing_id", sa.Uuid(), nullable=True),
        sa.Column("active_agent", sa.Text(), server_default=sa.text("'coach'"), nullable=False),
        sa.Column("prompt", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("state", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("summary", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("summary_until_seq", sa.Integer(), nullable=False),
        sa.Column("last_message_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_conversations_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_conversations_user_id_id")),
        sa.UniqueConstraint(
            "user_id", "session_number", name=op.f("uq_conversations_user_id_session_number")
        ),
    )


def _make_turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("client_message_id", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", _one_of("kind", "message decision session_open"), nullable=False),
        sa.Column(
            "status",
            _one_of("status", "queued running done stopped interrupted failed"),
            nullable=False,
        ),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("lease_until", UTCDateTime(), nullable=True),
        sa.Column("partial", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("steps", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("stop_requested", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("counted_on", sa.String(length=10), nullable=True),
        sa.Column("refunded_at", UTCDateTime(), nullable=True),
        sa.Column("safety_level", _one_of("safety_level", "none concern crisis"), nullable=False),
        sa.Column("safety_category", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("error_code", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("agent", sa.Text(), server_default=sa.text("'coach'"), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("context_ids", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("started_at", UTCDateTime(), nullable=True),
        sa.Column("finished_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id", "conversation_id"],
            ["conversations.user_id", "conversations.id"],
            name=op.f("fk_turns_user_id_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_turns_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
        sa.UniqueConstraint(
            "user_id", "client_message_id", name=op.f("uq_turns_user_id_client_message_id")
        ),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_turns_user_id_id")),
        sa.UniqueConstraint("user_id", "seq", name=op.f("uq_turns_user_id_seq")),
    )
    op.create_index(
        "idx_turns_one_running",
        "turns",
        ["user_id"],
        unique=True,
        sqlite_where=sa.text("status = 'running'"),
        postgresql_where=sa.text("status = 'running'"),
    )
    op.create_index("idx_turns_status", "turns", ["status", "lease_until"])


def _make_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("role", _one_of("role", "user coach"), nullable=False),
        sa.Column("content", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("text", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("preface", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("agent", sa.Text(), server_default=sa.text("'coach'"), nullable=False),
        sa.Column("status", sa.Text(), server_default=sa.text("'saved'"), nullable=False),
        sa.Column("stop_reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("meta", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("prompt_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("tools_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id", "conversation_id"],
            ["conversations.user_id", "conversations.id"],
            name=op.f("fk_messages_user_id_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_messages_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_messages_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("turn_id", "role", name=op.f("uq_messages_turn_id_role")),
        sa.UniqueConstraint(
            "user_id",
            "conversation_id",
            "seq",
            name=op.f("uq_messages_user_id_conversation_id_seq"),
        ),
    )


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    for table in OWNED:
        for statement in protect_owned(table):
            op.execute(statement)
