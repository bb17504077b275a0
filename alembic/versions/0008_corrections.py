"""What a person corrects binds every later understanding."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
VERDICTS = ("true", "not_true", "dont_use", "differently", "deleted")


def upgrade() -> None:
    """Make the table and, on PostgreSQL, its policies."""
    op.create_table(
        "corrections",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("verdict", _verdict(), nullable=False),
        sa.Column("instead", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("taken", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("withdrawn_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_corrections_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrections")),
    )
    op.create_index("idx_corrections_user_id", "corrections", ["user_id", "created_at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned("corrections"):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("corrections")


def _verdict() -> sa.Enum:
    return sa.Enum(*VERDICTS, name="verdict", native_enum=False, create_constraint=True, length=32)
