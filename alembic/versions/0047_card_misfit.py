"""Add when the person said that a card doesn't fit them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty."""
    op.add_column("rewire_cards", sa.Column("misfit_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("rewire_cards", "misfit_at")
