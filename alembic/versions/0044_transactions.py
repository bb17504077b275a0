"""Transactions that somebody writes down, and their budgets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables with their policies."""
    _create(
        "transactions",
        sa.Column("flow", _one_of("flow", "out", "in"), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        _words("currency"),
        _words("what"),
        _words("category"),
        sa.Column("spent_on", sa.Date(), nullable=False),
        sa.Column("written_by", _one_of("written_by", "person", "coach"), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
    )
    op.create_index("idx_transactions_user_id", "transactions", ["user_id", "spent_on"])
    _create(
        "budgets",
        _words("category"),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        _words("currency"),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.UniqueConstraint("user_id", "category", name=op.f("uq_budgets_user_id_category")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in ("transactions", "budgets"):
            for statement in protect_owned(table):
                op.execute(statement)


def downgrade() -> None:
    """Drop them."""
    op.drop_table("budgets")
    op.drop_table("transactions")


def _create(table: str, *parts: sa.schema.SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        *parts,
        sa.CheckConstraint("amount > 0", name=op.f(f"ck_{table}_has_an_amount")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f(f"fk_{table}_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)
