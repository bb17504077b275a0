"""Let the urge after a day be weaker, too."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from collections.abc import Generator

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None
TABLE = "purchases"


def upgrade() -> None:
    """Allow the new answer."""
    _allow("gone", "weaker", "same", "stronger")


def downgrade() -> None:
    """Take the answer out of rows that have it; the person is asked again."""
    with _as_owner():
        op.execute("UPDATE purchases SET urge = NULL WHERE urge = 'weaker'")
    _allow("stronger", "same", "gone")


def _allow(*answers: str) -> None:
    name, words = op.f("ck_purchases_urge"), ", ".join(f"'{answer}'" for answer in answers)
    with op.batch_alter_table(TABLE) as table:
        table.drop_constraint(name, type_="check")
        table.create_check_constraint(name, sa.text(f"urge IN ({words})"))


@contextmanager
def _as_owner() -> Generator[None]:
    """Let the owner of the table see all rows for a moment; row-level security hides them."""
    if op.get_bind().dialect.name != "postgresql":
        yield
        return
    op.execute(f"ALTER TABLE {TABLE} NO FORCE ROW LEVEL SECURITY")
    yield
    op.execute(f"ALTER TABLE {TABLE} FORCE ROW LEVEL SECURITY")
