"""The state machine's promises, checked on a plain connection after a test."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from coaching.repositories import invariants, migrations

if TYPE_CHECKING:
    import sqlalchemy as sa


def violations(url: str) -> list[tuple[str, str]]:
    """Return every broken promise; `url` must see all rows."""
    engine = migrations.migration_engine(url)
    try:
        with engine.connect() as connection:
            return broken(connection)
    finally:
        engine.dispose()


def broken(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return every broken promise that a connection sees."""
    long_ago = datetime.now(UTC) - invariants.LEASE_GRACE
    rows = connection.execute(invariants.statement(), {"long_ago": long_ago})
    found = [(str(row.invariant), str(row.subject)) for row in rows]
    return [*found, *_orphans(connection)]


def _orphans(connection: sa.Connection) -> list[tuple[str, str]]:
    if connection.dialect.name != "sqlite":
        return []
    rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return [("I11", f"row without a parent in {row[0]}") for row in rows]
