"""A SQLite database out of and into a backup: the file itself, as SQLite copies it under load."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from coaching.domains.backups.archive import BrokenBackup, Manifest, write_manifest
from coaching.errors import Unavailable
from coaching.repositories import sqlite_cipher
from coaching.repositories.migrations import copy_database
from coaching.repositories.sqlite_cipher import WrongKey
from coaching.repositories.sqlite_files import connect, key_of

MEMBER = "toney.db"


def dump(database: Path, archive: ZipFile, made_at: str) -> None:
    """Write one moment of the database, whatever is written to it meanwhile."""
    with tempfile.TemporaryDirectory(dir=database.parent, prefix=".backup-") as folder:
        copy = Path(folder) / MEMBER
        _copy(database, copy)
        revision, rows = inspected(copy, key=key_of(database))
        archive.write(copy, MEMBER)
    write_manifest(archive, Manifest("sqlite", made_at, revision, rows))


def load(archive: ZipFile, manifest: Manifest, database: Path) -> None:
    """Put the database of a backup in the place of the present one; nothing may have it open."""
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=database.parent, prefix=".restore-") as folder:
        copy = Path(folder) / MEMBER
        copy.touch(mode=0o600)
        with archive.open(MEMBER) as packed, copy.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
            plain.flush()
            os.fsync(plain.fileno())
        key = key_of(database)
        copy = _under_key(copy, key)
        if inspected(copy, key=key) != (manifest.revision, manifest.rows):
            raise BrokenBackup("the database in the backup is not what its manifest says")
        for beside in ("-wal", "-shm"):
            database.with_name(database.name + beside).unlink(missing_ok=True)
        copy.replace(database)


def is_plain(backup: Path) -> bool:
    """Return True if whoever has a backup or a copy of the database can read the words in it."""
    if backup.suffix != ".zip":
        return sqlite_cipher.is_plain(backup)
    try:
        with ZipFile(backup) as archive, archive.open(MEMBER) as packed:
            return packed.read(len(sqlite_cipher.PLAIN)) == sqlite_cipher.PLAIN
    except (BadZipFile, KeyError):
        return False  # damaged, or of PostgreSQL


def _under_key(copy: Path, key: str) -> Path:
    """Return the database of a backup as the settings want it: a plain one is encrypted first."""
    is_encrypted = not sqlite_cipher.is_plain(copy)
    if is_encrypted and not key:
        raise WrongKey(
            "the backup is encrypted: set TONEY_DATABASE_KEY to the key it was made with"
        )
    if is_encrypted:
        try:
            connect(copy, key=key, read_only=True).close()
        except WrongKey:
            raise WrongKey("the backup was encrypted with another key than the one set") from None
    if is_encrypted or not key:
        return copy
    encrypted = copy.with_name(f"encrypted-{copy.name}")
    encrypted.touch(mode=0o600)
    sqlite_cipher.export(copy, encrypted, key="", new_key=key)
    return encrypted


def inspected(database: Path, *, key: str = "") -> tuple[str, dict[str, int]]:
    """Return the version and the rows of a closed file after checking all of its pages."""
    try:
        with closing(connect(database, key=key, read_only=True)) as found:
            said = [row[0] for row in found.execute("PRAGMA integrity_check")]
            orphans = found.execute("PRAGMA foreign_key_check").fetchall()
            if said != ["ok"] or orphans:
                raise BrokenBackup(f"{database} is damaged: {said[0]}, {len(orphans)} orphans")
            revision = found.execute("SELECT version_num FROM alembic_version").fetchone()
            return (revision or ("",))[0], _rows(found)
    except sqlite3.DatabaseError as error:
        raise BrokenBackup(f"{database} cannot be read: {error}") from error


def _copy(database: Path, copy: Path) -> None:
    try:
        copy_database(database, copy)
    except sqlite3.OperationalError as error:
        raise Unavailable(f"{database} could not be copied: {error}") from error
    except sqlite3.DatabaseError as error:
        raise BrokenBackup(f"{database} cannot be read: {error}") from error


def _rows(found: sqlite3.Connection) -> dict[str, int]:
    tables = found.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "AND name NOT LIKE 'search_fts%' ORDER BY name"
    ).fetchall()
    return {
        name: found.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608 - our names
        for (name,) in tables
    }
