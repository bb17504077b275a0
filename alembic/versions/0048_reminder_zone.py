"""Add the time zone in which a reminder went out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; an empty one is taken for the person's zone of today."""
    zone = sa.Column("zone", sa.Text(), server_default=sa.text("''"), nullable=False)
    op.add_column("reminders", zone)


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("reminders", "zone")
