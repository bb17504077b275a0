"""A briefing has no closing note: it is written on its own and kept with its conversation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the column; each note that was shown is in `conversations.session_notes`."""
    op.drop_column("coaching_briefings", "closing_note")


def downgrade() -> None:
    """Add the column, empty."""
    note = sa.Column("closing_note", sa.Text(), server_default=sa.text("''"), nullable=False)
    op.add_column("coaching_briefings", note)
