"""Calls by what people have get a row for each combination of filters, found by it.

The job fills the table again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models.base import Json
from coaching.repositories.row_level_security import protect_house

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None
FILTERS = ("tension", "stage", "language", "tier")
CALLS = ("role", "provider", "model", "outcome")
SUMS = (
    "input_tokens",
    "cache_read_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "output_tokens",
    "microusd",
    "uncached_microusd",
)


def upgrade() -> None:
    """Make the table again, its key by filters and then by day."""
    _make_again(*FILTERS, "day", *CALLS)


def downgrade() -> None:
    """Make the table as it was; the job adds all days up again."""
    _make_again("day", *FILTERS, *CALLS)
    op.execute("DELETE FROM roll_ups")


def _make_again(*key: str) -> None:
    op.drop_table("called_groups")
    op.create_table(
        "called_groups",
        sa.Column("day", sa.Date(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in (*FILTERS, *CALLS)),
        sa.Column("calls", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in SUMS),
        sa.Column("steps", Json(), nullable=True),
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_called_groups")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_house("called_groups", admin="SELECT"):
            op.execute(statement)
