"""A PostgreSQL database out of and into a backup: the rows of each table as COPY writes them.

Not by `pg_dump`: it refuses tables with forced row-level security unless a superuser runs it, and
its version must fit the server's. The tables themselves come from our migrations.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg
from psycopg import sql

from coaching.domains.backups.archive import BrokenBackup, Manifest, write_manifest
from coaching.errors import Conflict, NotAllowed, Unavailable
from coaching.repositories.db import SYSTEM_ROLE

if TYPE_CHECKING:
    from collections.abc import Generator
    from zipfile import ZipFile

    Connection = psycopg.Connection[tuple[Any, ...]]

_VERSION = "alembic_version"
_BLOCK = 1 << 20
_TABLES = (
    "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY 1"
)
_COLUMNS = (
    "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
    "AND NOT attisdropped AND attgenerated = '' ORDER BY attnum"
)
_FOREIGN_KEYS = (
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2"
)
_ENGINE_LOCK = "SELECT pg_try_advisory_lock(hashtext('toney:scheduler'))"


def dump(url: str, archive: ZipFile, made_at: str) -> None:
    """Write one moment of all tables, read under one snapshot as the system role."""
    with _connected(url) as db, db.transaction():
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        db.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(SYSTEM_ROLE)))
        rows = {table: _copy_out(db, archive, table) for table in _tables(db)}
        version = db.execute("SELECT version_num FROM alembic_version").fetchone()
    write_manifest(archive, Manifest("postgresql", made_at, (version or ("",))[0], rows))


def load(archive: ZipFile, manifest: Manifest, url: str) -> None:
    """Replace all rows in one transaction as the owner of the tables; whole or not at all."""
    with _connected(url) as db:
        if not (db.execute(_ENGINE_LOCK).fetchone() or (False,))[0]:
            raise Conflict("Toney is running on this database: stop it first")
        with db.transaction():
            db.execute("SET LOCAL lock_timeout = '10s'")
            tables = _tables(db)
            if set(tables) != set(manifest.rows):
                raise BrokenBackup("the tables of the backup are not those of its version")
            with _unguarded(db, tables):
                for table in tables:
                    _copy_in(db, archive, table)
            _compare(db, manifest)


def is_empty(url: str) -> bool:
    """Return True if nobody's rows are in a migrated database; asked as the owner."""
    with _connected(url) as db:
        return not (db.execute("SELECT EXISTS (SELECT FROM users)").fetchone() or (True,))[0]


@contextmanager
def _connected(url: str) -> Generator[Connection]:
    try:
        with psycopg.connect(url, connect_timeout=5, autocommit=True, options="-c jit=off") as db:
            yield db
    except psycopg.OperationalError as error:
        raise Unavailable(f"the database cannot be reached: {error}".strip()) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise NotAllowed(f"the database refuses: {error}; set DATABASE_MIGRATION_URL") from error


@contextmanager
def _unguarded(db: Connection, tables: list[str]) -> Generator[None]:
    """Empty the tables and let COPY in: no foreign keys, policies or triggers, until the end.

    Adding a foreign key again checks every row. Our triggers would note each row as one that came
    late, and what they wrote at the time is in the backup.
    """
    keys = db.execute(_FOREIGN_KEYS).fetchall()
    for table, name, _ in keys:
        _alter(db, table, "DROP CONSTRAINT {}", sql.Identifier(name))
    for table in tables:
        _alter(db, table, "NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER")
    db.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))
    yield
    for table, name, definition in keys:
        _alter(db, table, "ADD CONSTRAINT {} {}", sql.Identifier(name), sql.SQL(definition))
    for table in tables:
        _alter(db, table, "FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER")


def _compare(db: Connection, manifest: Manifest) -> None:
    rows = {table: _count(db, table) for table in manifest.rows}
    if rows != manifest.rows:
        raise BrokenBackup("the rows of the backup are not what its manifest says")


def _alter(db: Connection, table: str, what: LiteralString, *parts: sql.Composable) -> None:
    change = sql.SQL(what).format(*parts)
    db.execute(sql.SQL("ALTER TABLE {} {}").format(sql.Identifier(table), change))


def _tables(db: Connection) -> list[str]:
    return [name for (name,) in db.execute(_TABLES).fetchall() if name != _VERSION]


def _copy(db: Connection, table: str) -> sql.Composed:
    columns = [sql.Identifier(name) for (name,) in db.execute(_COLUMNS, [table]).fetchall()]
    return sql.SQL("COPY {} ({})").format(sql.Identifier(table), sql.SQL(", ").join(columns))


def _copy_out(db: Connection, archive: ZipFile, table: str) -> int:
    command = _copy(db, table) + sql.SQL(" TO STDOUT")
    with (
        archive.open(f"tables/{table}", "w", force_zip64=True) as packed,
        db.cursor() as cursor,
    ):
        with cursor.copy(command) as rows:
            for block in rows:
                packed.write(block)
        return cursor.rowcount


def _copy_in(db: Connection, archive: ZipFile, table: str) -> None:
    command = _copy(db, table) + sql.SQL(" FROM STDIN")
    with archive.open(f"tables/{table}") as packed, db.cursor().copy(command) as rows:
        shutil.copyfileobj(packed, rows, _BLOCK)


def _count(db: Connection, table: str) -> int:
    found = db.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    return (found or (0,))[0]
