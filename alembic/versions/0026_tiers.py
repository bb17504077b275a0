"""Tiers of older versions get today's names; what nobody knows stays, and counts as free."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
NEW_NAMES = {"essential": "pro", "optimal": "pro", "premium": "unlimited"}


def upgrade() -> None:
    """Rename the old ones; reads map them too, for rows that come in later."""
    rename = sa.text("UPDATE profiles SET tier = :new WHERE lower(tier) = :old")
    for old, new in NEW_NAMES.items():
        op.get_bind().execute(rename, {"old": old, "new": new})


def downgrade() -> None:
    """Leave the names: older versions of Toney have no tiers."""
