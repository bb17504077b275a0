"""A whole SQLite file under another key, or under none: written beside it, compared, renamed.

A kill leaves either the file of before or the new one; what was written halfway is thrown away by
the next try. Blocking, and nothing else may have the file open.
"""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from coaching.domains.backups.sqlite import inspected
from coaching.errors import Conflict, NotFound
from coaching.repositories import sqlite_cipher
from coaching.repositories.sqlite_files import connect

if TYPE_CHECKING:
    from pathlib import Path

_BESIDE = ("-wal", "-shm")


def convert(database: Path, *, key: str, new_key: str) -> int:
    """Put a database under a new key (empty: none) and return how many rows it has.

    Raise Conflict if it is plain and has a key, or the other way round.
    """
    if not database.exists():
        raise NotFound(f"there is no database at {database} yet: start Toney, it makes one")
    if sqlite_cipher.is_plain(database) is bool(key):
        raise Conflict(f"{database} is {'plain' if key else 'encrypted'} already")
    with closing(connect(database, key=key, isolation_level=None)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    draft = database.with_name(f".{database.name}.converting")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    try:
        sqlite_cipher.export(database, draft, key=key, new_key=new_key)
        before = inspected(database, key=key)
        if inspected(draft, key=new_key) != before:
            raise Conflict("the copy is not what was copied: nothing was changed, try again")
        _to_disk(draft)
        for end in _BESIDE:
            database.with_name(database.name + end).unlink(missing_ok=True)
        draft.replace(database)
        _to_disk(database.parent)
    finally:
        draft.unlink(missing_ok=True)
    return sum(before[1].values())


def _to_disk(place: Path) -> None:
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
