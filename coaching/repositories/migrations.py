"""Bringing a database to the code's version. Blocking: call from a thread inside a running loop."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, contextmanager
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from coaching.errors import ToneyError, Unavailable
from coaching.repositories.engines import driver_url, is_away, is_postgres, sqlite_file
from coaching.repositories.sqlite_files import connect, key_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from sqlalchemy.engine import Connection

    from coaching.clock import Clock

COPIES_KEPT = 5
_BESIDE = ("-wal", "-shm", "-journal")
# Alembic keeps its context in module globals: one migration at a time in a process.
_one_at_a_time = threading.Lock()


class NewerData(ToneyError):
    """The database was written by a newer version of Toney than this one."""


class BrokenData(ToneyError):
    """The database has rows that point nowhere, or a damaged page."""


def heads_differ(url: str) -> bool:
    """Return True if a migration is due; refuse data of a newer version."""
    known = _revisions()
    current = current_heads(url)
    ours = {revision.revision for revision in known.walk_revisions()}
    if unknown := sorted(set(current) - ours):
        raise NewerData(
            f"the database is at version {', '.join(unknown)}, which this version of Toney does "
            "not know; install the newer version, or restore a backup made before it"
        )
    return set(current) != set(known.get_heads())


def current_heads(url: str) -> tuple[str, ...]:
    """Return the database's version; empty for a database that has none yet."""
    if not is_postgres(url) and not Path(sqlite_file(url)).exists():
        return ()
    engine = migration_engine(url)
    try:
        with _readable(), engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_heads()
    finally:
        engine.dispose()


def is_known(revision: str) -> bool:
    """Return True if this version of the code has a revision."""
    return any(script.revision == revision for script in _revisions().walk_revisions())


def upgrade(url: str, revision: str = "head") -> None:
    """Migrate to a version; each migration is whole or absent, also after a kill."""
    with _one_at_a_time:
        heads_differ(url)
        with _readable():
            command.upgrade(_config(url), revision)
    if not is_postgres(url):
        _refuse_orphans(sqlite_file(url))


def clear(url: str) -> None:
    """Delete every table and row; the database is as before its first migration."""
    if not is_postgres(url):
        file = Path(sqlite_file(url))
        for part in (file, *(file.with_name(file.name + end) for end in _BESIDE)):
            part.unlink(missing_ok=True)
        return
    with _one_at_a_time, _readable():
        command.downgrade(_config(url), "base")


def copy_before_migration(url: str, backups_dir: Path, clock: Clock) -> Path | None:
    """Copy a SQLite database that is about to be migrated; keep the newest five copies."""
    if is_postgres(url) or not Path(sqlite_file(url)).exists() or not heads_differ(url):
        return None
    backups_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    version = "-".join(current_heads(url)) or "empty"
    target = backups_dir / f"pre-{version}-{clock.now():%Y%m%dT%H%M%S%fZ}.db"
    copy_database(Path(sqlite_file(url)), target)
    copies = sorted(backups_dir.glob("pre-*.db"), key=lambda path: path.stat().st_mtime_ns)
    for old in copies[:-COPIES_KEPT]:
        old.unlink()
    return target


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite database to one file while others may write to it."""
    target.touch(mode=0o600, exist_ok=False)
    with (
        closing(connect(source, read_only=True)) as old,
        closing(connect(target, key=key_of(source))) as new,
    ):
        # All pages at once: a copy in steps starts again at each write and never ends under load.
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode=delete")


def migration_engine(url: str) -> sa.Engine:
    """Return a connection-per-use engine whose DDL is transactional on both databases."""
    address = driver_url(url)
    if address.get_backend_name() != "sqlite":
        return sa.create_engine(address, poolclass=NullPool)
    # Absent before its first migration: the path is what the file will have.
    opens = partial(connect, sqlite_file(url), check_same_thread=False)
    engine = sa.create_engine(address.set(drivername="sqlite"), poolclass=NullPool, creator=opens)

    # Foreign keys stay off here: a batch that re-creates a parent would cascade into its children.
    def on_connect(dbapi: sqlite3.Connection, _record: object) -> None:
        dbapi.isolation_level = None
        dbapi.execute("PRAGMA secure_delete=ON")

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
    return engine


def scripts() -> Path:
    """Return where the migrations are: in the installed package, or in a checkout."""
    installed = Path(str(files("coaching"))) / "migrations"
    return installed if installed.is_dir() else installed.parents[1] / "alembic"


@cache
def _revisions() -> ScriptDirectory:
    """Return the migrations of this version; importing all of them takes longer than asking."""
    return ScriptDirectory.from_config(_config(""))


@contextmanager
def _readable() -> Generator[None]:
    """Turn 'not there' and 'not a database' into errors that say so in one line."""
    try:
        yield
    except DatabaseError as error:
        if is_away(error):
            raise Unavailable(f"the database cannot be reached: {error.orig}".strip()) from error
        if type(error.orig) is sqlite3.DatabaseError:
            hint = ", or it is encrypted and no key is set" if _is_strange(error.orig) else ""
            raise BrokenData(f"the database cannot be read: {error.orig}{hint}") from error
        raise


def _is_strange(error: sqlite3.DatabaseError) -> bool:
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB


def _config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts()))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def _refuse_orphans(path: str) -> None:
    with closing(connect(path)) as connection:
        if orphans := connection.execute("PRAGMA foreign_key_check").fetchall():
            tables: str = ", ".join(sorted({row[0] for row in orphans}))
            raise BrokenData(f"rows without a parent after the migration in {tables}")
