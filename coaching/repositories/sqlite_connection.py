"""SQLite connection that uses its worker thread only for calls that may block.

The driver keeps a thread per connection and goes there to make a cursor, to execute, to fetch and
to close. A message waits for a dozen short statements before the model is asked, and waking a
thread takes longer than most of them. So only what may wait goes there: the begin of a write, for
another process, and its commit, for the disk. Reading in WAL mode waits for nobody, nor does
writing for who holds the lock.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import aiosqlite

from coaching.repositories.sqlite_files import connect

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

How = Literal["execute", "executemany"]
_ROWS_PER_FETCH = 64  # asked for by the driver, used by its own cursors only


class Executed(NamedTuple):
    """All that a statement brought."""

    rows: list[Any]
    description: Any
    rowcount: int
    lastrowid: int | None


class Connection(aiosqlite.Connection):
    """The driver's connection with our cursors; use `in_loop` for a read-only one."""

    def __init__(
        self,
        path: str,
        *,
        opens: Callable[..., sqlite3.Connection] = connect,
        in_loop: bool = False,
        **options: Any,  # noqa: ANN401 - as sqlite3's
    ) -> None:
        super().__init__(partial(opens, path, **options), _ROWS_PER_FETCH)
        self._thread.daemon = True
        self._in_loop = in_loop
        self._is_cancelled = False

    async def rollback(self) -> None:
        """Roll back an open transaction; do nothing after a commit.

        What was cancelled may still begin a transaction in its thread: then this waits behind it.
        """
        if self._is_cancelled or self._conn.in_transaction:
            await super().rollback()
            self._is_cancelled = False

    def cursor(self) -> Cursor:  # pyrefly: ignore[bad-override] - made here
        """Return a cursor; nothing happens in the connection's thread yet."""
        return Cursor(self)

    async def whole(self, how: How, sql: str, parameters: Sequence[Any]) -> Executed:
        """Execute a statement and fetch all of its rows in one go."""
        if self._conn.in_transaction and not self._is_cancelled:
            return self._whole(how, sql, parameters)
        return await self._execute(self._whole, how, sql, parameters)

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        if self._in_loop and self._connection is not None:
            return fn(*args, **kwargs)
        try:
            return await super()._execute(fn, *args, **kwargs)
        except asyncio.CancelledError:
            self._is_cancelled = True
            raise

    def _whole(self, how: How, sql: str, parameters: Sequence[Any]) -> Executed:
        execute = self._conn.execute if how == "execute" else self._conn.executemany
        cursor = execute(sql, parameters)
        try:
            rows = cursor.fetchall()
            return Executed(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
        finally:
            cursor.close()


class Cursor:
    """One statement: when it has been executed, its rows and what it wrote are here."""

    arraysize = 1
    description: Any = None
    rowcount = -1
    lastrowid: int | None = None

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement."""
        found = await self._connection.whole("execute", sql, parameters)
        self._rows, self.description, self.rowcount, self.lastrowid = found

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Execute a statement once for each of many rows."""
        found = await self._connection.whole("executemany", sql, parameters)
        self._rows, self.description, self.rowcount, self.lastrowid = found

    async def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: there is nothing open."""
