"""When each person last wrote, kept by a trigger, and the indexes that lists of people go along."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
_SET = """
UPDATE users SET last_active_at = NEW.created_at
WHERE id = NEW.user_id AND (last_active_at IS NULL OR last_active_at < NEW.created_at)
"""
_SQLITE = f"""
CREATE TRIGGER turns_last_active AFTER INSERT ON turns WHEN NEW.kind = 'message'
BEGIN {_SET}; END
"""
_FUNCTION = f"""
CREATE FUNCTION note_last_active() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN {_SET}; RETURN NULL; END $$
"""
_POSTGRES = """
CREATE TRIGGER turns_last_active AFTER INSERT ON turns FOR EACH ROW
WHEN (NEW.kind = 'message') EXECUTE FUNCTION note_last_active()
"""
_BACKFILL = """
UPDATE users SET last_active_at = (
  SELECT max(turns.created_at) FROM turns
  WHERE turns.user_id = users.id AND turns.kind = 'message'
)
"""


def upgrade() -> None:
    """Add the column with what is known, the trigger and the indexes."""
    op.add_column("users", sa.Column("last_active_at", UTCDateTime(), nullable=True))
    is_postgres = op.get_bind().dialect.name == "postgresql"
    if is_postgres:
        op.execute("ALTER TABLE users NO FORCE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE turns NO FORCE ROW LEVEL SECURITY")
    op.execute(_BACKFILL)
    if is_postgres:
        op.execute("ALTER TABLE users FORCE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE turns FORCE ROW LEVEL SECURITY")
        op.execute(_FUNCTION)
    op.execute(_POSTGRES if is_postgres else _SQLITE)
    op.create_index("idx_users_created_at", "users", ["created_at", "id"])
    op.create_index("idx_users_last_active_at", "users", ["last_active_at", "id"])


def downgrade() -> None:
    """Drop all of it."""
    op.drop_index("idx_users_last_active_at", "users")
    op.drop_index("idx_users_created_at", "users")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER turns_last_active ON turns")
        op.execute("DROP FUNCTION note_last_active()")
    else:
        op.execute("DROP TRIGGER turns_last_active")
    op.execute("ALTER TABLE users DROP COLUMN last_active_at")
