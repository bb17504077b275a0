"""A plan and a conversation kit are kept in their parts; the cards that are there have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import Json

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a card have parts beside its one text."""
    op.add_column(
        "rewire_cards",
        sa.Column("parts", Json(), nullable=False, server_default=sa.text("'{}'")),
    )


def downgrade() -> None:
    """Keep the one text only."""
    op.drop_column("rewire_cards", "parts")
