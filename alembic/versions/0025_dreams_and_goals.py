"""Dreams, directions, goals and their small steps; conversations may be about a goal or a dream."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
TABLES = ("dreams", "directions", "goals", "micro_wins")
CATEGORIES = (
    "health",
    "career",
    "relationships",
    "financial",
    "personal_growth",
    "creative",
    "spiritual",
    "entrepreneurial",
    "educational",
    "other",
)
MADE_BY = ("user", "coach", "onboarding")


def upgrade() -> None:
    """Make the tables with their policies, the links of conversations and the tier of profiles."""
    _make_dreams()
    _make_directions()
    _make_goals()
    _make_micro_wins()
    _link_conversations()
    op.add_column(
        "profiles", sa.Column("tier", sa.Text(), server_default=sa.text("'free'"), nullable=False)
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            for statement in protect_owned(table):
                op.execute(statement)


def downgrade() -> None:
    """Drop them."""
    op.drop_column("profiles", "tier")
    op.drop_column("conversations", "goal_id")
    op.drop_column("conversations", "dream_id")
    for table_name in reversed(TABLES):
        op.drop_table(table_name)


def _make_dreams() -> None:
    op.create_table(
        "dreams",
        *_owned("dreams"),
        sa.Column("title", sa.Text(), nullable=False),
        _words("description"),
        sa.Column("category", _one_of("category", *CATEGORIES), nullable=True),
        sa.Column("priority", _one_of("priority", "high", "medium", "low"), nullable=False),
        sa.Column("target_on", sa.String(10), nullable=True),
        sa.Column("status", _one_of("status", "active", "set_aside", "reached"), nullable=False),
        sa.Column("made_by", _one_of("made_by", *MADE_BY), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
    )
    op.create_index("idx_dreams_user_id", "dreams", ["user_id", "status"])


def _make_directions() -> None:
    op.create_table(
        "directions",
        *_owned("directions"),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_by", _one_of("made_by", *MADE_BY), nullable=False),
        sa.Column("archived_at", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
    )
    op.create_index("idx_directions_user_id", "directions", ["user_id", "created_at"])


def _make_goals() -> None:
    op.create_table(
        "goals",
        *_owned("goals"),
        sa.Column("title", sa.Text(), nullable=False),
        _words("why"),
        sa.Column("dream_id", sa.Uuid(), nullable=True),
        sa.Column("direction_id", sa.Uuid(), nullable=True),
        sa.Column("status", _one_of("status", "active", "parked", "completed"), nullable=False),
        sa.Column("plans", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("milestones", Json(), server_default=sa.text("'[]'"), nullable=False),
        _words("notes"),
        sa.Column("notes_by", _one_of("notes_by", *MADE_BY), nullable=True),
        sa.Column("notes_at", UTCDateTime(), nullable=True),
        sa.Column("made_by", _one_of("made_by", *MADE_BY), nullable=False),
        sa.Column("completed_at", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        *(_link_to("goals", parent, column) for parent, column in _PARENTS),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_goals_user_id_id")),
        sa.CheckConstraint(
            "dream_id IS NULL OR direction_id IS NULL", name=op.f("ck_goals_one_parent")
        ),
    )
    op.create_index("idx_goals_user_id", "goals", ["user_id", "status"])


def _make_micro_wins() -> None:
    op.create_table(
        "micro_wins",
        *_owned("micro_wins"),
        sa.Column("goal_id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("done_at", UTCDateTime(), nullable=True),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id", "goal_id"],
            ["goals.user_id", "goals.id"],
            name=op.f("fk_micro_wins_user_id_goal_id_goals"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("idx_micro_wins_goal_id", "micro_wins", ["user_id", "goal_id", "created_at"])


def _link_conversations() -> None:
    # Without a foreign key, as `briefing_id`: on SQLite one can't be added without copying the
    # table that all of somebody's words hang on. Deleting a goal or a dream empties the link.
    for column in ("goal_id", "dream_id"):
        op.add_column("conversations", sa.Column(column, sa.Uuid(), nullable=True))


_PARENTS = (("dreams", "dream_id"), ("directions", "direction_id"))


def _owned(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f(f"fk_{table}_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def _link_to(table: str, parent: str, column: str) -> sa.ForeignKeyConstraint:
    named = op.f(f"fk_{table}_{column}_{parent}")
    return sa.ForeignKeyConstraint([column], [f"{parent}.id"], name=named, ondelete="SET NULL")


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)
