"""Add how sure a memory is, the day it is due, and when it was done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
TABLE = "coach_memories"


def upgrade() -> None:
    """Add the columns. What is known until now was said plainly, and nothing is done.

    The CHECK comes with its column: SQLite can't add a constraint to a table later, and it drops
    one of a column together with the column.
    """
    op.execute(
        f"ALTER TABLE {TABLE} ADD COLUMN certainty VARCHAR(32) DEFAULT 'said' NOT NULL"
        f" CONSTRAINT ck_{TABLE}_certainty CHECK (certainty IN ('said', 'unsure'))"
    )
    op.add_column(TABLE, sa.Column("due_on", sa.String(10), nullable=True))
    op.add_column(TABLE, sa.Column("done_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    for column in ("done_at", "due_on", "certainty"):
        op.drop_column(TABLE, column)
