"""Add whether a run chose a memory for “What Toney thinks”."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: rules decide until a run has."""
    op.add_column("coach_memories", sa.Column("is_chosen", sa.Boolean(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("coach_memories", "is_chosen")
