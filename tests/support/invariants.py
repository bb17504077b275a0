"""The state machine's promises, checked on a plain connection after a test."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from coaching.repositories import invariants, migrations, sqlite_files
from coaching.repositories.engines import is_postgres, sqlite_file

if TYPE_CHECKING:
    import sqlalchemy as sa

_AS_STORED = "%Y-%m-%d %H:%M:%S.%f"


def violations(url: str) -> list[tuple[str, str]]:
    """Return every broken promise; `url` must see all rows."""
    if not is_postgres(url):
        return broken_in_file(sqlite_file(url))
    engine = migrations.migration_engine(url)
    try:
        with engine.connect() as connection:
            return broken(connection)
    finally:
        engine.dispose()


def broken(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return every broken promise that a connection to PostgreSQL sees."""
    rows = connection.execute(invariants.statement(), {"long_ago": _long_ago()})
    return [(str(row.invariant), str(row.subject)) for row in rows]


def broken_in_file(file: str) -> list[tuple[str, str]]:
    """Return every broken promise in a SQLite file, and rows without a parent.

    By the driver itself: an engine of its own for each test costs more than the questions.
    """
    with closing(sqlite_files.connect(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # fails if a test left its transaction open
        asked = {"long_ago": _long_ago().strftime(_AS_STORED)}
        found = connection.execute(invariants.statement().text, asked).fetchall()
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    return [*found, *(("I11", f"row without a parent in {row[0]}") for row in orphans)]


def _long_ago() -> datetime:
    return datetime.now(UTC) - invariants.LEASE_GRACE
