"""Passkeys of admins; on PostgreSQL the admin's role may use challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.db import ADMIN_ROLE
from coaching.repositories.row_level_security import protect_house

revision = "0038"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table with its policies, and open challenges to the admin's role."""
    op.create_table(
        "admin_passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("admin_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("last_used_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["admin_id"],
            ["admins.id"],
            name=op.f("fk_admin_passkeys_admin_id_admins"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_admin_passkeys_credential_id")),
    )
    op.create_index("idx_admin_passkeys_admin_id", "admin_passkeys", ["admin_id"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_house("admin_passkeys"):
            op.execute(statement)
        op.execute(
            f"CREATE POLICY admin_some ON passkey_challenges FOR ALL TO {ADMIN_ROLE} USING (true)"
        )
        op.execute(f"GRANT SELECT, INSERT, DELETE ON passkey_challenges TO {ADMIN_ROLE}")


def downgrade() -> None:
    """Drop them."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP POLICY admin_some ON passkey_challenges")
        op.execute(f"REVOKE ALL ON passkey_challenges FROM {ADMIN_ROLE}")
    op.drop_table("admin_passkeys")
