from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import func, select
from structlog.testing import capture_logs

from coaching.errors import Unavailable
from coaching.models import User, Win
from coaching.repositories import app_settings, engines
from coaching.repositories import db as db_module
from coaching.repositories.db import Db, NestedUnit
from tests.support import databases, factories, kept_connections
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from tests.support.databases import Database


async def _wins(s: AsyncSession, owner: UUID) -> int:
    return (await s.exec(select(func.count()).where(Win.user_id == owner))).one()


async def _read(db: Db, owner: UUID) -> int:
    async with db.unit(owner) as s:
        return await _wins(s, owner)


async def test_a_unit_commits_at_its_end_and_rolls_back_on_an_error(db: Db) -> None:
    owner = await factories.person(db)
    with suppress(LookupError):
        async with db.unit(owner, write=True) as s:
            s.add(Win(user_id=owner, text="never"))
            await s.flush()
            raise LookupError
    async with db.unit(owner, write=True) as s:
        s.add(Win(user_id=owner, text="kept"))
    async with db.unit(owner) as s:
        assert [win.text for win in (await s.exec(select(Win))).all()] == ["kept"]


async def test_a_read_unit_cannot_write(db: Db) -> None:
    owner = await factories.person(db)
    with pytest.raises(DBAPIError, match=r"readonly|read-only"):
        async with db.unit(owner) as s:
            s.add(Win(user_id=owner, text="no"))


async def test_units_of_the_same_task_and_owner_join(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as outer:
        async with db.unit(owner, write=True) as write, db.unit(owner) as read:
            assert write is outer
            assert read is outer
            write.add(Win(user_id=owner, text="joined"))
        assert await _wins(outer, owner) == 1


async def test_a_nested_unit_never_changes_the_owner_or_adds_writing(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True):
        with pytest.raises(NestedUnit):
            async with db.unit(uuid4()):
                pass
        with pytest.raises(NestedUnit):
            async with db.system("test"):
                pass
    async with db.unit(owner):
        with pytest.raises(NestedUnit):
            async with db.unit(owner, write=True):
                pass


async def test_a_child_task_gets_its_own_unit(db: Db) -> None:
    owner = await factories.person(db)

    async def child() -> AsyncSession:
        async with db.unit(owner) as s:
            return s

    async with db.unit(owner) as outer:
        assert await asyncio.create_task(child()) is not outer


async def test_a_unit_goes_on_after_a_broken_key_in_a_savepoint(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        with suppress(IntegrityError):
            async with s.begin_nested():
                s.add(User(id=owner))
                await s.flush()
                pytest.fail("the same person twice")
        s.add(Win(user_id=owner, text="after"))
    async with db.unit(owner) as s:
        assert await _wins(s, owner) == 1


async def test_a_system_unit_sees_everybody_and_says_why(db: Db) -> None:
    people = {await factories.person(db), await factories.person(db)}
    with capture_logs() as logs:
        async with db.system("count people") as s:
            assert set((await s.exec(select(User.id))).all()) == people
    assert [(line["event"], line["reason"]) for line in logs] == [("system_unit", "count people")]


@pytest.mark.slow
async def test_cancelled_units_are_whole_or_absent_and_keep_no_lock(db: Db) -> None:
    owner = await factories.person(db)
    rng = random.Random(7)  # noqa: S311 - a repeatable storm

    async def write_a_pair(name: str) -> None:
        async with db.unit(owner, write=True) as s:
            s.add(Win(user_id=owner, text=name))
            await s.flush()
            s.add(Win(user_id=owner, text=name))

    tasks = [asyncio.create_task(write_a_pair(str(n))) for n in range(150)]
    for task in rng.sample(tasks, 75):
        for _ in range(rng.randrange(40)):
            await asyncio.sleep(0)
        task.cancel()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await asyncio.gather(*tasks, return_exceptions=True)
        await write_a_pair("last")
    async with db.unit(owner) as s:
        pairs = (await s.exec(select(func.count()).select_from(Win).group_by(Win.text))).all()
    assert set(pairs) == {2}
    assert len(pairs) > 75


async def test_fifty_writers_of_a_file_never_find_it_locked(sqlite_database: Database) -> None:
    db, second = Db(sqlite_database.url), Db(sqlite_database.url)
    owner = await factories.person(db)

    async def read_then_write(at: Db) -> None:
        for _ in range(4):
            async with at.unit(owner, write=True) as s:
                s.add(Win(user_id=owner, text=str(await _wins(s, owner))))

    await asyncio.gather(*(read_then_write(at) for at in [db, second] * 25))
    async with db.unit(owner) as s:
        texts = (await s.exec(select(Win.text))).all()
    assert sorted(map(int, texts)) == list(range(200))
    await db.close()
    await second.close()


async def test_a_pool_that_stays_empty_is_unavailable(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "POOL_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(engines, "POSTGRES_CONNECTIONS", 1)
    db = Db(database.url)
    owner = await factories.person(db)

    async def one_more() -> None:
        async with db.unit(owner, write=True) as s:
            await _wins(s, owner)

    async with db.unit(owner, write=True) as s:
        await _wins(s, owner)
        with pytest.raises(Unavailable):
            await asyncio.create_task(one_more())
    await db.close()


async def test_a_database_that_is_away_is_unavailable_and_one_that_is_there_answers(
    db: Db,
) -> None:
    assert await db.answers()
    for url in ("sqlite:////nowhere/at/all.db", "postgresql://toney@127.0.0.1:9/nothing"):
        db = Db(url)
        assert not await db.answers()
        with pytest.raises(Unavailable):
            async with db.system("test") as s:
                await s.exec(select(User))
        await db.close()


async def test_a_full_disk_is_unavailable_and_leaves_nothing_half_written(sqlite_db: Db) -> None:
    owner = await factories.person(sqlite_db)

    async def limit_pages(pages: int) -> None:
        async with sqlite_db.unit(owner, write=True) as s:
            await (await s.connection()).exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async def write_too_much() -> None:
        async with sqlite_db.unit(owner, write=True) as s:
            s.add(Win(user_id=owner, text="small"))
            await s.flush()
            s.add(Win(user_id=owner, text="large" * 100_000))

    await limit_pages(1)  # no less than what is there, hence full
    with pytest.raises(Unavailable):
        await write_too_much()
    await limit_pages(1_000_000)
    async with sqlite_db.unit(owner, write=True) as s:
        assert await _wins(s, owner) == 0
        s.add(Win(user_id=owner, text="large" * 100_000))


async def test_a_server_that_drops_its_connections_fails_one_unit(
    postgres_database: Database,
) -> None:
    db = Db(postgres_database.url)
    owner = await factories.person(db)
    await asyncio.gather(*(_read(db, owner) for _ in range(6)))
    kept_connections.let_go()
    with psycopg.connect(postgres_database.administrator_url, autocommit=True) as administrator:
        administrator.execute(
            # Waits until each has ended: one that is about to end still takes a statement.
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'toney'"
        )
    with pytest.raises(Unavailable):
        await _read(db, owner)
    assert await asyncio.gather(*(_read(db, owner) for _ in range(6))) == [0] * 6
    await db.close()


@pytest.mark.parametrize("url", ["mysql://host/toney", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_cannot_work_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL"):
        Db(url)


async def test_a_file_is_opened_as_the_promise_needs(
    sqlite_db: Db, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_PRAGMAS", databases.AS_PROMISED)
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    for write in (False, True):
        async with sqlite_db.system("pragmas", write=write) as s:
            connection = await s.connection()
            for pragma, value in expected.items():
                result = await connection.exec_driver_sql(f"PRAGMA {pragma}")
                assert result.scalar_one() == value


@pytest.mark.one_database
async def test_what_cannot_be_written_is_not_ready(
    db: Db, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db_module, "WRITTEN_LATELY", timedelta())
    assert await db.can_write()
    monkeypatch.setattr(engines, "_PRAGMAS", (*engines._PRAGMAS, "max_page_count=1"))
    monkeypatch.setattr(app_settings, "set_setting", _full)
    full = Db(database.url)
    assert not await full.can_write()
    await full.close()


async def _full(s: AsyncSession, *_: object, **__: object) -> None:
    """Write more than there is room for."""
    connection = await s.connection()
    await connection.exec_driver_sql("CREATE TABLE much (words TEXT)")
    await connection.exec_driver_sql("INSERT INTO much VALUES (zeroblob(100000000))")
