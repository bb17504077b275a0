"""Several times for a person's reminders, and what the lock screen shows of them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import op

from coaching.models import Json

if TYPE_CHECKING:
    from collections.abc import Generator

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None
TABLE = "reminder_settings"
LOCK_SCREEN = sa.Enum(
    "general",
    "words",
    "nothing",
    name="lock_screen",
    native_enum=False,
    create_constraint=True,
    length=32,
)


def upgrade() -> None:
    """Keep the one time of before as the first; nobody had words on the lock screen."""
    with op.batch_alter_table(TABLE) as table:
        table.add_column(sa.Column("times", Json(), server_default=sa.text("'[]'"), nullable=False))
        table.add_column(
            sa.Column("lock_screen", LOCK_SCREEN, server_default="general", nullable=False)
        )
    rows = _rows()
    with _as_owner():
        for row in op.get_bind().execute(sa.select(rows.c.id, rows.c.at_time, rows.c.days)).all():
            one = {"time": row.at_time, "days": row.days, "about": None, "goal_id": None}
            _set(rows, row.id, times=[one] if row.days else [])
    for name in ("at_time", "days"):
        op.drop_column(TABLE, name)


def downgrade() -> None:
    """Keep the first time; the others are lost."""
    usual = sa.Column("at_time", sa.String(5), server_default="18:30", nullable=False)
    op.add_column(TABLE, usual)
    op.add_column(TABLE, sa.Column("days", Json(), server_default=sa.text("'[]'"), nullable=False))
    rows = _rows()
    with _as_owner():
        for row in op.get_bind().execute(sa.select(rows.c.id, rows.c.times)).all():
            if row.times:
                _set(rows, row.id, at_time=row.times[0]["time"], days=row.times[0]["days"])
    with op.batch_alter_table(TABLE) as table:
        table.drop_constraint(op.f("ck_reminder_settings_lock_screen"), type_="check")
        table.drop_column("times")
        table.drop_column("lock_screen")


@contextmanager
def _as_owner() -> Generator[None]:
    """Let the owner of the tables see all rows for a moment; row-level security hides them."""
    if op.get_bind().dialect.name != "postgresql":
        yield
        return
    op.execute(f"ALTER TABLE {TABLE} NO FORCE ROW LEVEL SECURITY")
    yield
    op.execute(f"ALTER TABLE {TABLE} FORCE ROW LEVEL SECURITY")


def _rows() -> sa.TableClause:
    """The table with the columns of before and after."""
    names = ("at_time", sa.String(5)), ("days", Json()), ("times", Json())
    return sa.table(
        TABLE, sa.column("id", sa.Uuid()), *[sa.column(name, kind) for name, kind in names]
    )


def _set(rows: sa.TableClause, row_id: object, **values: object) -> None:
    op.get_bind().execute(sa.update(rows).where(rows.c.id == row_id).values(**values))
