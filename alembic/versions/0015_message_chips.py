"""Add the quick replies under a message of the coach."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the messages that are there have no quick replies."""
    op.add_column(
        "messages", sa.Column("chips", Json(), nullable=False, server_default=sa.text("'[]'"))
    )


def downgrade() -> None:
    """Drop the quick replies."""
    op.drop_column("messages", "chips")
