"""Check-ins: how money feels at a moment."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None
MOODS = ("heavy", "tense", "mixed", "steady", "light")
ABOUT = ("post", "spending", "someone", "work", "goal", "unsure")


def upgrade() -> None:
    """Make the table with its policies."""
    op.create_table(
        "check_ins",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("mood", _one_of("mood", *MOODS), nullable=False),
        sa.Column("about", _one_of("about", *ABOUT), nullable=True),
        sa.Column("goal_id", sa.Uuid(), nullable=True),
        *(_words(name) for name in ("content", "ai_response", "agent_id")),
        sa.Column("status", _one_of("status", "none", "pending", "done"), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_check_ins_user_id_users"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["goal_id"], ["goals.id"], name=op.f("fk_check_ins_goal_id_goals"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_check_ins")),
    )
    op.create_index("idx_check_ins_user_id", "check_ins", ["user_id", "created_at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned("check_ins"):
            op.execute(statement)


def downgrade() -> None:
    """Drop it."""
    op.drop_table("check_ins")


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)
