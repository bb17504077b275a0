"""A search reads the messages of one person; the index over everybody's words goes.

Under row-level security PostgreSQL may not ask `tsv @@ …` before it knows whose row it is, for the
operator is not leakproof: the app's role never used the index, and each message paid for it. The
plan begins with `uq_messages_user_id_conversation_id_seq` instead, and looks into what is theirs.
"""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the index; the words themselves stay."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX idx_messages_tsv")


def downgrade() -> None:
    """Make it again."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE INDEX idx_messages_tsv ON messages USING gin (tsv)")
