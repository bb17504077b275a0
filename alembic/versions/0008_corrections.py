"""What a person corrects binds every later understanding."""

from __future__ import annotations

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing yet."""


def downgrade() -> None:
    """Change nothing yet."""
