"""Add the session in which a browser asked for pushes, so that they end with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; it is empty for browsers that asked before."""
    op.add_column("push_subscriptions", sa.Column("session_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("push_subscriptions", "session_id")
