"""Real databases for tests, migrated once per worker."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from coaching.repositories import migrations
from tests.support import invariants

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgres import Server


@dataclass
class Database:
    """A migrated, empty database. `url` is the app's role, which owns no table."""

    kind: str
    url: str
    owner_url: str
    admin_url: str
    administrator_url: str
    expected_violations: set[str] = field(default_factory=set[str])

    @property
    def is_postgres(self) -> bool:
        """Whether this is PostgreSQL."""
        return self.kind == "postgres"

    def check_invariants(self) -> None:
        """Fail when a promise of the state machine is broken."""
        broken = invariants.violations(self.administrator_url)
        unexpected = [row for row in broken if row[0] not in self.expected_violations]
        assert not unexpected, f"broken invariants: {unexpected}"


def sqlite_database(template: Path, folder: Path) -> Database:
    """Return a copy of the migrated file."""
    path = folder / "toney.db"
    shutil.copyfile(template, path)
    url = f"sqlite:///{path}"
    return Database("sqlite", url, url, url, url)


def sqlite_template(folder: Path) -> Path:
    """Migrate a file once and return it."""
    path = folder / "template.db"
    migrations.upgrade(f"sqlite:///{path}")
    return path


def postgres_database(server: Server, name: str) -> Database:
    """Return a migrated database under the roles of production."""
    owner_url = server.url(name, role="toney_owner")
    migrations.upgrade(owner_url)
    return Database(
        "postgres",
        server.url(name, role="toney_app"),
        owner_url,
        server.url(name, role="toney_admin"),
        server.url(name),
    )


def empty_postgres(database: Database) -> None:
    """Delete every row; a tenth of the time of a new database."""
    with psycopg.connect(database.administrator_url, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '10s'; SET session_replication_role = replica")
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' "
            "AND tablename <> 'alembic_version'"
        ).fetchall()
        deletes = [sql.SQL("DELETE FROM {}").format(sql.Identifier(name)) for (name,) in tables]
        connection.execute(sql.SQL("; ").join(deletes))
