"""Announcements: what an admin tells everyone for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_house

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
TABLE = "announcements"


def upgrade() -> None:
    """Make the table; people read it, the admin's role writes it and deletes nothing."""
    op.create_table(
        TABLE,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("text_en", sa.Text(), nullable=False),
        sa.Column("text_es", sa.Text(), nullable=False),
        sa.Column("from_at", UTCDateTime(), nullable=False),
        sa.Column("until_at", UTCDateTime(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_house(TABLE, app="SELECT", admin="SELECT, INSERT, UPDATE"):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table(TABLE)
