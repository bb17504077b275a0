"""Use notes again that an older version left hidden.

A private note hid the one that it would have replaced, and stayed in its way when it got no answer.
Nothing else leaves a note in use behind one whose words are gone.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from alembic import op

if TYPE_CHECKING:
    from collections.abc import Generator

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None
TABLE = "coach_memories"
_UNHIDE = """
UPDATE coach_memories SET superseded_by = NULL
WHERE state <> 'superseded'
  AND superseded_by IN (SELECT newer.id FROM coach_memories AS newer WHERE newer.state = 'gone')
"""


def upgrade() -> None:
    """Let go of what hid them."""
    with _as_owner():
        op.execute(_UNHIDE)


def downgrade() -> None:
    """Change nothing: the older version uses the notes as well."""


@contextmanager
def _as_owner() -> Generator[None]:
    """Let the owner of the table see all rows for a moment; row-level security hides them."""
    if op.get_bind().dialect.name != "postgresql":
        yield
        return
    op.execute(f"ALTER TABLE {TABLE} NO FORCE ROW LEVEL SECURITY")
    yield
    op.execute(f"ALTER TABLE {TABLE} FORCE ROW LEVEL SECURITY")
