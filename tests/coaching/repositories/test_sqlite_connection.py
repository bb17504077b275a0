from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from coaching.repositories.engines import Engines, engines

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from coaching.repositories.sqlite_connection import Connection

INSERT = sa.text("INSERT INTO words (word) VALUES (:word)")
ALL = sa.text("SELECT word FROM words ORDER BY word")


@pytest.fixture
async def both(tmp_path: Path) -> AsyncGenerator[Engines]:
    both = engines(f"sqlite:///{tmp_path}/words.db")
    async with both.write.begin() as opened:
        await opened.execute(sa.text("CREATE TABLE words (word TEXT UNIQUE)"))
    yield both
    await both.close()


@pytest.fixture
async def connection(both: Engines) -> AsyncGenerator[AsyncConnection]:
    async with both.write.connect() as opened:
        yield opened


async def _driver(connection: AsyncConnection) -> Connection:
    driver: Connection | None = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    return driver


async def _trips(connection: AsyncConnection) -> list[object]:
    """Note what is put in line for the connection's thread from now on."""
    driver: Any = await _driver(connection)
    seen: list[object] = []
    line = driver._tx

    def noted(job: Any) -> None:
        seen.append(job)
        type(line).put_nowait(line, job)

    driver._tx = SimpleNamespace(put_nowait=noted)
    return seen


async def test_only_the_begin_and_the_commit_of_a_write_go_to_its_thread(
    connection: AsyncConnection,
) -> None:
    seen = await _trips(connection)
    await connection.execute(INSERT, [{"word": "drawer"}, {"word": "envelope"}])
    found = (await connection.execute(ALL)).all()
    await connection.commit()
    assert found == [("drawer",), ("envelope",)]
    assert len(seen) == 2


async def test_a_read_never_leaves_the_loop(both: Engines) -> None:
    async with both.read.connect() as connection:
        seen = await _trips(connection)
        assert (await connection.execute(ALL)).all() == []
        await connection.rollback()
        assert seen == []


async def test_a_write_tells_how_many_rows_and_gives_back_what_is_asked(
    connection: AsyncConnection,
) -> None:
    many = await connection.execute(INSERT, [{"word": "drawer"}, {"word": "envelope"}])
    changed = await connection.execute(sa.text("UPDATE words SET word = upper(word)"))
    returned = await connection.execute(
        sa.text("INSERT INTO words (word) VALUES ('bill') RETURNING word, rowid")
    )
    assert (many.rowcount, changed.rowcount) == (2, 2)
    assert returned.keys() == ["word", "rowid"]
    assert returned.all() == [("bill", 3)]


async def test_a_statement_that_fails_leaves_the_connection_usable(
    connection: AsyncConnection,
) -> None:
    await connection.execute(INSERT, {"word": "drawer"})
    with pytest.raises(IntegrityError, match="UNIQUE"):
        await connection.execute(INSERT, {"word": "drawer"})
    assert (await connection.execute(ALL)).all() == [("drawer",)]


async def test_a_begin_that_was_cancelled_holds_no_lock(both: Engines, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "words.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def write() -> None:
        async with both.write.begin() as connection:
            await connection.execute(INSERT, {"word": "never"})

    waiting = asyncio.create_task(write())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    other.execute("ROLLBACK")
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with both.write.begin() as connection:
        await connection.execute(INSERT, {"word": "drawer"})
    assert other.execute("SELECT word FROM words").fetchall() == [("drawer",)]
    other.close()
