"""The recovery code of a person: only its hash."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
TABLE = "recovery_codes"


def upgrade() -> None:
    """Make the table and, on PostgreSQL, its policies."""
    op.create_table(
        TABLE,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_recovery_codes_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_recovery_codes_token_hash")),
        sa.UniqueConstraint("user_id", name=op.f("uq_recovery_codes_user_id")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned(TABLE):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table(TABLE)
