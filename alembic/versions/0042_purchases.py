"""Purchases that somebody thinks over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.models.base import Json
from coaching.repositories.row_level_security import protect_owned

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table with its policies."""
    op.create_table(
        "purchases",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        _words("item"),
        sa.Column("price", sa.BigInteger(), nullable=True),
        sa.Column("for_whom", _one_of("for_whom", "me", "work", "loved", "unsure"), nullable=True),
        sa.Column("feelings", Json(), nullable=False),
        _words("plan"),
        sa.Column("status", _one_of("status", "waiting", "bought"), nullable=False),
        sa.Column("urge", _one_of("urge", "stronger", "same", "gone"), nullable=True),
        _words("note"),
        sa.Column("waits_until", UTCDateTime(), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_purchases_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purchases")),
    )
    op.create_index("idx_purchases_user_id", "purchases", ["user_id", "created_at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned("purchases"):
            op.execute(statement)


def downgrade() -> None:
    """Drop it."""
    op.drop_table("purchases")


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)
