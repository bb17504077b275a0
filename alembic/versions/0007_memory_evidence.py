"""Memories carry their evidence: what was said, where, and whether the person agreed."""

from __future__ import annotations

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing yet."""


def downgrade() -> None:
    """Change nothing yet."""
