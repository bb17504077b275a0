"""Connections to a worker's PostgreSQL are kept: the next test takes one instead of making its own.

A new one costs the server a process, which learns the tables anew; that is more than the work of
most tests. Only what is idle, whole and without a transaction is kept. All that Toney sets on a
connection ends with its transaction, but for the Scheduler's lock, which is given back.
"""

from __future__ import annotations

import asyncio
import select
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

if TYPE_CHECKING:
    from collections.abc import Generator

MOST = 12
_kept: set[str] = set()
_idle: defaultdict[str, list[Any]] = defaultdict(list)


class KeptConnection(psycopg.AsyncConnection[Any]):
    """A connection that its owner closes, and that stays open for the next one."""

    _named = ""

    @classmethod
    async def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """Return a connection that was made for the same, or make one."""
        told = {name: value for name, value in options.items() if name != "context"}
        named = repr(sorted(conninfo_to_dict(conninfo).items()) + sorted(told.items()))
        while idle := _idle[named]:
            found = idle.pop()
            if found._is_alive():
                return found
            found.pgconn.finish()
        made = await super().connect(conninfo, **options)
        made._named = named
        return made

    async def close(self) -> None:
        """Stay open, if somebody else could go on from here."""
        idle = _idle[self._named]
        if not self._is_free() or self.info.dbname not in _kept or len(idle) >= MOST:
            await super().close()
            return
        if self.autocommit:
            await self.execute("SELECT pg_advisory_unlock_all()")
        await self.set_read_only(None)
        self.lock = asyncio.Lock()  # the old one knows the loop of its test
        self._notice_handlers.clear()
        idle.append(self)

    def _is_free(self) -> bool:
        return not self.closed and self.info.transaction_status is TransactionStatus.IDLE

    def _is_alive(self) -> bool:
        """Return True if the server said nothing: what it says to somebody idle is a farewell."""
        return self._is_free() and not select.select([self.fileno()], [], [], 0)[0]


@contextmanager
def kept(database: str) -> Generator[None]:
    """Keep the connections to a database until the end of this block."""
    _kept.add(database)
    yield
    _kept.discard(database)
    let_go()


def let_go() -> None:
    """Close what is kept: for a test in which the server closes it at any moment."""
    for idle in _idle.values():
        for connection in idle:
            connection.pgconn.finish()
    _idle.clear()


def keep_connections() -> None:
    """From now on let everybody who asks the driver for a connection get one of these."""
    psycopg.AsyncConnection = KeptConnection
