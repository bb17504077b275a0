"""Sign-in tickets, what a person knows a way in by, and when saving their place was offered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_owned

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
TABLE = "sign_in_tickets"
_PURPOSES = ("email", "google_trip", "google")


def upgrade() -> None:
    """Make the table and, on PostgreSQL, its policies; add the columns."""
    op.add_column("identities", _words("label"))
    op.add_column("profiles", sa.Column("place_offered_at", UTCDateTime(), nullable=True))
    op.create_table(
        TABLE,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column(
            "purpose",
            sa.Enum(
                *_PURPOSES, name="purpose", native_enum=False, create_constraint=True, length=32
            ),
            nullable=False,
        ),
        sa.Column("token_hash", sa.Text(), nullable=False),
        *[_words(name) for name in ("subject", "label", "browser_hash", "code_hash")],
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("spent_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_sign_in_tickets_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_tickets")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_tickets_token_hash")),
    )
    op.create_index("idx_sign_in_tickets_user_id", TABLE, ["user_id"])
    op.create_index("idx_sign_in_tickets_subject", TABLE, ["subject"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned(TABLE):
            op.execute(statement)


def downgrade() -> None:
    """Drop the table and the columns."""
    op.drop_table(TABLE)
    with op.batch_alter_table("profiles") as profiles:
        profiles.drop_column("place_offered_at")
    with op.batch_alter_table("identities") as identities:
        identities.drop_column("label")


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)
