"""One scheduler among several engines on PostgreSQL: whoever holds an advisory lock.

The lock lives as long as its own connection, outside the pool; when that dies, another engine
takes over within five seconds. Not through a transaction pooler.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_TAKE = "SELECT pg_try_advisory_lock(hashtext('toney:scheduler'))"
_GIVE_BACK = "SELECT pg_advisory_unlock(hashtext('toney:scheduler'))"


class SchedulerLock:
    """The lock of one engine; `is_mine` tries to take it and checks that it is still held."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._connection: AsyncConnection | None = None
        self._held = False

    async def is_mine(self) -> bool:
        """Return True if this engine keeps time now."""
        try:
            connection = await self._connected()
            if self._held:
                await connection.execute("SELECT 1")
            else:
                row = await (await connection.execute(_TAKE)).fetchone()
                self._held = bool(row and row[0])
        except psycopg.OperationalError:
            await self.release()
        return self._held

    async def release(self) -> None:
        """Give the lock back, and its connection."""
        connection, self._connection = self._connection, None
        was_held, self._held = self._held, False
        if connection is None:
            return
        with contextlib.suppress(psycopg.OperationalError):
            if was_held:  # the server would notice a closed connection only some time later
                await connection.execute(_GIVE_BACK)
        await connection.close()

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(
                self._url, autocommit=True, connect_timeout=5, application_name="toney-scheduler"
            )
        return self._connection
