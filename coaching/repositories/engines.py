"""The engines: two on one SQLite file (the engine is the mode), or one PostgreSQL pool.

Why each line is as it is: docs/adr/0009.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakSet

from sqlalchemy import event, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from coaching.repositories import sqlite_files
from coaching.repositories.sqlite_connection import Connection as SqliteConnection

if TYPE_CHECKING:
    from sqlalchemy.engine import URL, Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.exc import DBAPIError

POOL_TIMEOUT_SECONDS: int = 10
SQLITE_READERS = 4
WORKER_SECONDS = 2.0
_SQLITE_AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
POSTGRES_CONNECTIONS = 12
_PRAGMAS: tuple[str, ...] = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "temp_store=MEMORY",
    "secure_delete=ON",  # what is deleted is overwritten, however SQLite was built
)
_POSTGRES_OPTIONS = (
    "-c timezone=UTC -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000"
    " -c jit=off"  # our statements run for milliseconds; compiling one takes up to seconds
)


class RollbackOnClose(sqlite3.Connection):
    """A connection that gives the write lock back when it is closed.

    Without this, a cancelled transaction stays open until it is garbage-collected.
    """

    def close(self) -> None:
        """Roll back what is open, then close."""
        with suppress(sqlite3.ProgrammingError):
            if self.in_transaction:
                self.rollback()
        super().close()


def driver_url(plain: str) -> URL:
    """Return the address with our driver; the plain forms are those of the contract."""
    url = make_url(plain)
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg")
        case name:
            raise ValueError(f"unsupported DATABASE_URL scheme: {name}")


def is_postgres(plain: str) -> bool:
    """Return True if an address names a PostgreSQL database."""
    return driver_url(plain).get_backend_name() == "postgresql"


def sqlite_file(plain: str) -> str:
    """Return the path of a SQLite database; one in memory cannot be shared by two engines."""
    path = make_url(plain).database
    if not path or path == ":memory:":
        raise ValueError("DATABASE_URL needs a SQLite file: sqlite:////absolute/path.db")
    return path


def is_away(error: DBAPIError) -> bool:
    """Return True if the database is busy, full or gone, rather than asked something wrong."""
    if not isinstance(error, OperationalError):
        return False
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _SQLITE_AWAY


@dataclass(frozen=True, slots=True)
class Engines:
    """An engine for read units, one for write units, and the threads that SQLite works in."""

    read: AsyncEngine
    write: AsyncEngine
    workers: WeakSet[threading.Thread] = field(default_factory=WeakSet[threading.Thread])

    async def close(self) -> None:
        """Close all connections; must run in the loop that used them."""
        await self.read.dispose()
        await self.write.dispose()
        # A connection that failed or was cancelled ends by itself, and calls the loop once more.
        for worker in list(self.workers):
            await asyncio.to_thread(worker.join, WORKER_SECONDS)


def engines(plain: str, *, counts: bool = False) -> Engines:
    """Return the database engines for a URL, without connecting.

    `counts`: for somebody who counts over everybody, with the memory to sort hundreds of thousands.
    """
    url = driver_url(plain)
    if url.get_backend_name() == "postgresql":
        options = _POSTGRES_OPTIONS + (" -c work_mem=64MB" if counts else "")
        base = _postgres_engine(url, options)
        return Engines(base.execution_options(postgresql_readonly=True), base)
    sqlite_file(plain)
    workers = WeakSet[threading.Thread]()
    return Engines(
        _sqlite_engine(url, workers, begin="DEFERRED", pool=SQLITE_READERS),
        _sqlite_engine(url, workers, begin="IMMEDIATE", pool=1),
        workers,
    )


def _postgres_engine(url: URL, options: str) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_SECONDS,
        connect_args={
            "application_name": "toney",
            "connect_timeout": 5,
            "options": options,
        },
    )


def _sqlite_engine(
    url: URL,
    workers: WeakSet[threading.Thread],
    *,
    begin: Literal["DEFERRED", "IMMEDIATE"],
    pool: int,
) -> AsyncEngine:
    def opens(path: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - as sqlite3's
        workers.add(threading.current_thread())
        return sqlite_files.connect(path, factory=RollbackOnClose, **options)

    engine = create_async_engine(
        url,
        pool_size=pool,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_SECONDS,
        # isolation_level None: the driver never begins a transaction by itself.
        connect_args={
            "timeout": 5.0,
            "isolation_level": None,
            "async_creator_fn": partial(SqliteConnection, opens=opens, in_loop=begin == "DEFERRED"),
        },
    )

    def on_connect(dbapi: DBAPIConnection, _record: object) -> None:
        cursor = dbapi.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        if begin == "DEFERRED":
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {begin}")

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)
    return engine
