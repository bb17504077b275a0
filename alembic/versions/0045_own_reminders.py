"""Reminders in the person's own words, about no card or goal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the reminders that are there have no words of their own."""
    text = sa.Column("text", sa.Text(), server_default=sa.text("''"), nullable=False)
    op.add_column("reminders", text)


def downgrade() -> None:
    """Drop the column; a reminder that had words in it is then one to look in."""
    op.drop_column("reminders", "text")
