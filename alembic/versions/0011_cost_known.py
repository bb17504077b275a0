"""What a call cost may be our own estimate; its row says so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Say of each call whether its cost is known; of those that are there it was not asked."""
    op.add_column(
        "model_calls",
        sa.Column("cost_known", sa.Boolean(), nullable=False, server_default=sa.true()),
    )


def downgrade() -> None:
    """Say it no longer."""
    op.drop_column("model_calls", "cost_known")
