"""The people of a filter of the admin's Metrics, found without reading all profiles."""

from __future__ import annotations

from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None
INDEXES = {
    "idx_profiles_groups": ("profiles", ["locale", "tier", "tension_type", "user_id"]),
    "idx_behavioral_intel_stage": ("behavioral_intel", ["stage_of_change", "user_id"]),
}


def upgrade() -> None:
    """Add the indexes."""
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    """Remove the indexes."""
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table)
