"""Add when a person said that they are safe again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("safety_events", sa.Column("ended_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("safety_events", "ended_at")
