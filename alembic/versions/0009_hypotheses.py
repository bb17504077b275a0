"""Guesses about a person have a life of their own: candidate, supported, retired."""

from __future__ import annotations

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing yet."""


def downgrade() -> None:
    """Change nothing yet."""
