from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from coaching.repositories.engines import engines

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from coaching.repositories.sqlite_connection import Connection

INSERT = sa.text("INSERT INTO words (word) VALUES (:word)")
ALL = sa.text("SELECT word FROM words ORDER BY word")


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncGenerator[AsyncConnection]:
    both = engines(f"sqlite:///{tmp_path}/words.db")
    async with both.write.connect() as opened:
        await opened.execute(sa.text("CREATE TABLE words (word TEXT UNIQUE)"))
        yield opened
    await both.close()


async def _trips(connection: AsyncConnection) -> list[object]:
    """Count what is handed over to the connection's thread from now on."""
    raw = await connection.get_raw_connection()
    driver: Connection | None = raw.driver_connection
    assert driver is not None
    seen: list[object] = []
    hand_over = driver._execute

    async def counted(fn: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append(args)
        return await hand_over(fn, *args, **kwargs)

    driver._execute = counted
    return seen


async def test_a_statement_is_one_trip_to_the_thread(connection: AsyncConnection) -> None:
    seen = await _trips(connection)
    await connection.execute(INSERT, [{"word": "drawer"}, {"word": "envelope"}])
    found = (await connection.execute(ALL)).all()
    assert found == [("drawer",), ("envelope",)]
    assert len(seen) == 2


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


async def test_a_cancelled_statement_leaves_the_connection_usable(
    connection: AsyncConnection,
) -> None:
    raw = (await connection.get_raw_connection()).driver_connection
    assert raw is not None
    waiting = asyncio.create_task(raw.cursor().execute("SELECT 1"))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await connection.execute(ALL)).all() == []
