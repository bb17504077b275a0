"""Whether a person saves on AI costs, and why each call asked the model that it did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; calls of before have no reason, and nobody saves yet."""
    op.add_column("model_calls", sa.Column("reason", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "profiles",
        sa.Column("saving_mode", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_column("profiles", "saving_mode")
    op.drop_column("model_calls", "reason")
