"""Real databases for tests, migrated once per worker."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import sqlalchemy as sa

from coaching.repositories import engines, migrations
from coaching.repositories.engines import driver_url, sqlite_file
from tests.support import invariants
from tests.support.postgres import SINGLE

if TYPE_CHECKING:
    from collections.abc import Generator

    from tests.support.postgres import Server

AS_PROMISED = engines._PRAGMAS
_EMPTY_ONE = "IF EXISTS (SELECT FROM any_table) THEN DELETE FROM any_table; END IF;"


@dataclass
class Database:
    """A migrated, empty database. `url` is a login that may take our roles and owns no table."""

    kind: str
    url: str
    owner_url: str
    admin_url: str
    administrator_url: str
    expected_violations: set[str] = field(default_factory=set[str])

    @property
    def is_postgres(self) -> bool:
        """Return True if this is PostgreSQL."""
        return self.kind == "postgres"

    @cached_property
    def administrator(self) -> sa.Engine:
        """Return an engine that sees all rows; few tests need one, so the first use makes it."""
        if not self.is_postgres:
            return migrations.migration_engine(self.url)
        # One connection for all tests of a worker: a new one costs the server more than its work.
        return sa.create_engine(
            driver_url(self.administrator_url),
            pool_size=1,
            max_overflow=0,
            isolation_level="AUTOCOMMIT",
        )

    def check_invariants(self) -> None:
        """Fail when a promise of the state machine is broken."""
        if self.is_postgres:
            with self.administrator.connect() as connection:
                broken = invariants.broken(connection)
        else:
            broken = invariants.broken_in_file(sqlite_file(self.url))
        unexpected = [row for row in broken if row[0] not in self.expected_violations]
        assert not unexpected, f"broken invariants: {unexpected}"


def wait_for_no_disk() -> None:
    """From now on let a commit be a commit before it is on the disk: no test pulls the plug."""
    engines._PRAGMAS = tuple(p.replace("FULL", "OFF") for p in AS_PROMISED)


def wait_long_for_a_connection() -> None:
    """From now on wait as long for a connection as a test that gives way to journeys may need."""
    engines.POOL_TIMEOUT_SECONDS = 60


def sqlite_database(template: Path, folder: Path) -> Database:
    """Return a copy of the migrated file."""
    path = folder / "toney.db"
    shutil.copyfile(template, path)
    url = f"sqlite:///{path}"
    return Database("sqlite", url, url, url, url)


def sqlite_template(folder: Path) -> Path:
    """Return a new file that is migrated."""
    path = folder / "template.db"
    path.write_bytes(migrated())
    return path


@cache
def migrated() -> bytes:
    """Return an empty database of this version; migrating takes half a second."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "migrated.db"
        migrations.upgrade(f"sqlite:///{path}")
        return path.read_bytes()


@contextmanager
def postgres_database(server: Server, name: str) -> Generator[Database]:
    """Yield a migrated database under the roles of production."""
    owner_url, url = server.url(name, role="toney_owner"), server.url(name)
    migrations.upgrade(owner_url)
    app_url, admin_url = (server.url(name, role=role) for role in (SINGLE, "toney_admin"))
    made = Database("postgres", app_url, owner_url, admin_url, url)
    with made.administrator.connect() as connection:
        connection.exec_driver_sql(
            "SET lock_timeout = '10s'; SET session_replication_role = replica"
        )
        connection.exec_driver_sql(_function_that_empties(connection))
    yield made
    made.administrator.dispose()


def empty_postgres(database: Database) -> None:
    """Delete every row; a hundredth of the time of a new database."""
    with database.administrator.connect() as connection:
        connection.exec_driver_sql("SELECT pg_temp.empty()")


def _function_that_empties(connection: sa.Connection) -> str:
    tables = set(sa.inspect(connection).get_table_names()) - {"alembic_version"}
    steps = [_EMPTY_ONE.replace("any_table", table) for table in tables]
    return (
        "CREATE FUNCTION pg_temp.empty() RETURNS void LANGUAGE plpgsql AS "
        f"$$ BEGIN {' '.join(steps)} END $$"
    )
