"""What Toney understands: intel, memories, briefings, signals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
OWNED = ("behavioral_intel", "coach_memories", "coaching_briefings", "observer_signals")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    _make_behavioral_intel()
    _make_coach_memories()
    _make_coaching_briefings()
    _make_observer_signals()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(OWNED):
        op.drop_table(table)


def _make_behavioral_intel() -> None:
    op.create_table(
        "behavioral_intel",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("triggers", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("emotional_vocabulary", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("resistance_patterns", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("breakthroughs", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("coaching_notes", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column(
            "stage_of_change",
            _one_of(
                "stage_of_change",
                "precontemplation contemplation preparation action maintenance relapse",
            ),
            nullable=False,
        ),
        sa.Column("journey_narrative", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("growth_edges", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("last_strategist_run", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_behavioral_intel_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_behavioral_intel")),
    )


def _make_coach_memories() -> None:
    op.create_table(
        "coach_memories",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("source", sa.Text(), server_default=sa.text("'stated'"), nullable=False),
        sa.Column("importance", _one_of("importance", "high medium low"), nullable=False),
        sa.Column("active", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_coach_memories_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_coach_memories")),
    )
    op.create_index("idx_coach_memories_user_id", "coach_memories", ["user_id", "active"])


def _make_coaching_briefings() -> None:
    op.create_table(
        "coaching_briefings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "trigger",
            _one_of("trigger", "onboarding session_start session_end urgent"),
            nullable=False,
        ),
        sa.Column("boundary", sa.Text(), nullable=False),
        sa.Column("briefing_content", sa.Text(), nullable=False),
        sa.Column("hypothesis", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("leverage", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("curiosities", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("session_strategy", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("journey_narrative", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("growth_edges", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column(
            "stage_of_change",
            _one_of(
                "stage_of_change",
                "precontemplation contemplation preparation action maintenance relapse",
            ),
            nullable=False,
        ),
        sa.Column("prescription", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("doors", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("closing_note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("one_sentence", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("prompt_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_coaching_briefings_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_coaching_briefings")),
        sa.UniqueConstraint(
            "user_id", "boundary", name=op.f("uq_coaching_briefings_user_id_boundary")
        ),
        sa.UniqueConstraint(
            "user_id", "version", name=op.f("uq_coaching_briefings_user_id_version")
        ),
    )


def _make_observer_signals() -> None:
    op.create_table(
        "observer_signals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column(
            "signal_type",
            _one_of(
                "signal_type", "deflection breakthrough emotional practice_checkin topic_shift"
            ),
            nullable=False,
        ),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("urgency_flag", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("source", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id", "session_id"],
            ["conversations.user_id", "conversations.id"],
            name=op.f("fk_observer_signals_user_id_session_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "turn_id"],
            ["turns.user_id", "turns.id"],
            name=op.f("fk_observer_signals_user_id_turn_id_turns"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_observer_signals_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_observer_signals")),
        sa.UniqueConstraint("turn_id", "ordinal", name=op.f("uq_observer_signals_turn_id_ordinal")),
    )
    op.create_index("idx_observer_signals_user_id", "observer_signals", ["user_id", "created_at"])


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    for table in OWNED:
        for statement in protect_owned(table):
            op.execute(statement)
