"""What somebody agreed to, word for word, beside the version that it had."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0031"
branch_labels = None
depends_on = None
TABLE, COLUMNS = "consents", ("language", "text", "text_hash")


def upgrade() -> None:
    """Add the columns; records of before have no text."""
    for name in COLUMNS:
        op.add_column(TABLE, sa.Column(name, sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop them."""
    for name in COLUMNS:
        op.drop_column(TABLE, name)
