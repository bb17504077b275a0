"""A conversation that its person deleted stays as an empty row: its number, and when it went."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("conversations", sa.Column("deleted_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    """Drop it; deleted conversations show up as empty ones."""
    op.drop_column("conversations", "deleted_at")
