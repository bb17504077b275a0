"""Add when the person took a card on as their focus."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. A card that is in focus today has asked its question already."""
    op.add_column("rewire_cards", sa.Column("accepted_at", UTCDateTime(), nullable=True))
    op.execute("UPDATE rewire_cards SET accepted_at = focus_set_at WHERE focus_set_at IS NOT NULL")


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("rewire_cards", "accepted_at")
