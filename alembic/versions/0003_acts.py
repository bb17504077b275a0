"""What a turn did and cost: tools, proposals, safety, model calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
OWNED = ("tool_calls", "proposals", "safety_events", "model_calls")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_tool_calls()
    _make_proposals()
    _make_safety_events()
    _make_model_calls()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(OWNED):
        op.drop_table(table)


def _make_tool_calls() -> None:
    op.create_table(
        "tool_calls",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("input", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("status", _one_of("status", "pending done failed"), nullable=False),
        sa.Column("result", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("finished_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_tool_calls_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_tool_calls_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tool_calls")),
        sa.UniqueConstraint(
            "turn_id", "step", "ordinal", name=op.f("uq_tool_calls_turn_id_step_ordinal")
        ),
    )
    op.create_index("idx_tool_calls_user_id", "tool_calls", ["user_id"])


def _make_proposals() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("preview", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("state", _one_of("state", "open approved rejected expired"), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("decided_at", UTCDateTime(), nullable=True),
        sa.Column("decision_turn_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_proposals_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_proposals_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_index("idx_proposals_turn_id", "proposals", ["turn_id"])
    op.create_index("idx_proposals_user_id", "proposals", ["user_id"])


def _make_safety_events() -> None:
    op.create_table(
        "safety_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("level", _one_of("level", "none concern crisis"), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("shown_resources", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_safety_events_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_safety_events_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_safety_events")),
    )
    op.create_index("idx_safety_events_user_id", "safety_events", ["user_id", "created_at"])


def _make_model_calls() -> None:
    op.create_table(
        "model_calls",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("turn_id", sa.Uuid(), nullable=True),
        sa.Column("job_id", sa.Uuid(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cache_read_tokens", sa.Integer(), nullable=False),
        sa.Column("cache_write_5m_tokens", sa.Integer(), nullable=False),
        sa.Column("cache_write_1h_tokens", sa.Integer(), nullable=False),
        sa.Column("thinking_tokens", sa.Integer(), nullable=False),
        sa.Column("cost_microusd", sa.Integer(), nullable=True),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("first_token_ms", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("tools_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("request_id", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_model_calls_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_model_calls")),
    )
    op.create_index("idx_model_calls_created_at", "model_calls", ["created_at"])
    op.create_index("idx_model_calls_user_id", "model_calls", ["user_id"])


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    for table in OWNED:
        for statement in protect_owned(table):
            op.execute(statement)
