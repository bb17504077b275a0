"""Roll-ups have a generation: days can be made again beside those that pages read.

The days that are there stay: they are generation 0.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None
CALLS = ("role", "provider", "model", "outcome")
KEYS = {
    "written_days": ("user_id", "conversation_id", "day"),
    "called_days": ("day", *CALLS, "step"),
    "called_groups": ("tension", "stage", "language", "tier", "day", *CALLS),
    "done_days": ("kind", "day", "name"),
}
"""The primary key of each table as it was."""
INDEX, INDEXED = "idx_written_days_day", ("day", "user_id", "conversation_id", "messages")


def upgrade() -> None:
    """Add the column, to the keys too."""
    op.drop_index(INDEX, "written_days")
    for table, key in KEYS.items():
        with op.batch_alter_table(table) as batch:
            batch.add_column(_generation())
        _make_key(
            table, *((*key, "generation") if table == "written_days" else ("generation", *key))
        )
    op.create_index(INDEX, "written_days", ["generation", *INDEXED])
    op.add_column("roll_ups", _generation())


def downgrade() -> None:
    """Drop it; the job adds all days up again."""
    op.execute("DELETE FROM roll_ups")
    op.drop_index(INDEX, "written_days")
    for table, key in KEYS.items():
        op.execute(sa.delete(sa.table(table)))
        _make_key(table, *key)
        with op.batch_alter_table(table) as batch:
            batch.drop_column("generation")
    op.create_index(INDEX, "written_days", list(INDEXED))
    op.drop_column("roll_ups", "generation")


def _generation() -> sa.Column[int]:
    return sa.Column("generation", sa.Integer(), nullable=False, server_default="0")


def _make_key(table: str, *columns: str) -> None:
    name = op.f(f"pk_{table}")
    with op.batch_alter_table(table) as batch:
        batch.drop_constraint(name, type_="primary")
        batch.create_primary_key(name, list(columns))
