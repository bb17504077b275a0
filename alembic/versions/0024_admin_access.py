"""Roles, second factors and invites of admins; on SQLite too, the audit trail only grows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_house

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
_NO_UPDATE = """
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
"""
_NO_DELETE = """
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN OLD.created_at >= datetime('now', '-30 days')
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
"""


def upgrade() -> None:
    """Add the columns, make the table and its policies, or the triggers on SQLite."""
    for name, default in (("role", "admin"), ("totp_sealed", "")):
        words = sa.Column(name, sa.Text(), server_default=sa.text(f"'{default}'"), nullable=False)
        op.add_column("admins", words)
    step = sa.Column("totp_step", sa.BigInteger(), server_default=sa.text("0"), nullable=False)
    op.add_column("admins", step)
    op.create_table(
        "admin_invites",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("admin_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("used_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["admin_id"],
            ["admins.id"],
            name=op.f("fk_admin_invites_admin_id_admins"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_invites")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_admin_invites_token_hash")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_house("admin_invites"):
            op.execute(statement)
    else:
        op.execute(_NO_UPDATE)
        op.execute(_NO_DELETE)


def downgrade() -> None:
    """Drop the table, the columns and the triggers."""
    if op.get_bind().dialect.name != "postgresql":
        op.execute("DROP TRIGGER audit_entries_no_update")
        op.execute("DROP TRIGGER audit_entries_no_delete")
    op.drop_table("admin_invites")
    with op.batch_alter_table("admins") as admins:
        for name in ("role", "totp_sealed", "totp_step"):
            admins.drop_column(name)
