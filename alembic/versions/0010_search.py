"""Past sessions are found by their words."""

from __future__ import annotations

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing yet."""


def downgrade() -> None:
    """Change nothing yet."""
