"""Secure deletion in SQLite's files: the search index, freed pages and the write-ahead log.

FTS5 only marks a deleted row; its words stay in the index until segments are merged. The log
holds what was written until it is truncated. Freed pages are overwritten by `secure_delete`, which
every connection sets (ADR 0025). On PostgreSQL autovacuum does this, at the pace of the server.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from sqlmodel import col, delete

from coaching.models import Setting
from coaching.repositories import app_settings, dialects
from coaching.repositories.sqlite_files import connect

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

INDEXES = ("search_fts", "search_fts_notes")
"""The search indexes of messages and of notes."""
WORDS_DELETED = "words_deleted"
PAGES_AT_ONCE = 200
"""How many pages of the index are merged under one write lock."""
_WAIT_SECONDS = 0.5
_IDLE = 2
"""A merge that changed fewer rows had nothing left to do (SQLite's documentation of FTS5)."""


async def note(s: AsyncSession, *, at: datetime) -> None:
    """Write down that words were deleted, in the transaction that deletes them."""
    if not dialects.on_postgres(s):
        await app_settings.set_setting(s, WORDS_DELETED, {"at": at.isoformat()}, now=at)


async def noted(s: AsyncSession) -> str:
    """Return when words were deleted that the index may still hold; empty if there are none."""
    found = await app_settings.setting(s, WORDS_DELETED)
    return str(found["at"]) if found else ""


async def forget_note(s: AsyncSession, at: str) -> None:
    """Remove the note, unless a newer deletion has replaced it; needs a system unit."""
    if await noted(s) == at:
        await s.exec(delete(Setting).where(col(Setting.key) == WORDS_DELETED))


def tidy(file: str, *, index: bool) -> bool:
    """Truncate the write-ahead log, and with `index` merge the search indexes first. Blocking.

    False when readers or a writer were in the way: try again later.
    """
    with closing(connect(file, timeout=_WAIT_SECONDS, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA secure_delete=ON")
            if index:
                for name in INDEXES:
                    _merge(connection, name)
            (is_busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                return False
            raise
        return not is_busy


def _merge(connection: sqlite3.Connection, index: str) -> None:
    """Merge all segments of an index into one, a piece at a time: others may write in between."""
    statement = f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)"  # noqa: S608 - our name
    pages = -PAGES_AT_ONCE  # negative: all segments, whatever their sizes
    while True:
        before = connection.total_changes
        connection.execute(statement, (pages,))
        if connection.total_changes - before < _IDLE:
            return
        pages = PAGES_AT_ONCE
