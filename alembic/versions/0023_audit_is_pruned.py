"""Old entries of the audit trail may be pruned (`AUDIT_DAYS`); newer ones can't be deleted."""

from __future__ import annotations

from alembic import op

from coaching.repositories.db import SYSTEM_ROLE

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Grant the deletion on PostgreSQL; SQLite knows no roles."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE POLICY only_old ON audit_entries AS RESTRICTIVE FOR DELETE TO {SYSTEM_ROLE} "
            "USING (created_at < now() - interval '30 days')"
        )
        op.execute(f"GRANT DELETE ON audit_entries TO {SYSTEM_ROLE}")


def downgrade() -> None:
    """Revoke it."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"REVOKE DELETE ON audit_entries FROM {SYSTEM_ROLE}")
        op.execute("DROP POLICY only_old ON audit_entries")
