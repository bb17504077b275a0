"""Roll-ups say what the rows say: random histories, counted both ways."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from coaching.domains.metrics import numbers
from coaching.domains.metrics.days import BASIS, Basis, is_adding_up, kept
from coaching.domains.metrics.models import CalledDay, GoneNumber, PersonNumber, WrittenDay
from coaching.domains.metrics.service import metrics
from coaching.models import (
    Turn,
    User,
)
from coaching.repositories.dialects import rows_of
from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from tests.support.histories import House

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases


@pytest.mark.slow
async def test_numbers_from_roll_ups_are_those_of_the_rows(
    db: Db, admin_db: Db, database: Database
) -> None:
    house = House(db, admin_db, seed=2 * database.is_postgres)  # each database has its own history
    for _ in range(3):
        await house.somebody_comes()
    await house.the_job_comes()
    happens = (
        house.somebody_comes,
        house.somebody_writes,
        house.somebody_writes,
        house.somebody_goes,
        house.something_changes,
        house.time_passes,
        house.the_job_comes,
        house.the_job_comes,
        house.the_admin_moves,
        house.the_prices_change,
        house.the_days_are_made_again,
    )
    for _ in range(3):
        for event in house.any.sample(happens, 5):
            await event()
        if house.basis.prices != house.shown.prices:
            await house.the_job_comes()  # until then, costs are those of before and of today
        assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    async with admin_db.system("a look") as s:
        assert (await s.exec(select(WrittenDay))).first(), "no roll-up was read"
        assert (await s.exec(select(CalledDay))).first(), "no roll-up was read"


async def test_everybody_has_one_number_in_the_order_they_came_however_many_fit_a_statement(
    db: Db, admin_db: Db, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "AT_ONCE", 2)
    house = House(db, admin_db, 1)
    days = [MONDAY_MORNING - timedelta(days=ago) for ago in (1, 5, 4, 2, 3)]
    came = [(at, await factories.person(db, at=at)) for at in days]
    await house.the_job_comes()
    in_order = [owner for _, owner in sorted(came)]
    assert await numbers_of(admin_db) == in_order
    late = await factories.person(db, at=MONDAY_MORNING - timedelta(days=9))
    await house.the_job_comes()
    assert await numbers_of(admin_db) == [*in_order, late]


async def numbers_of(admin_db: Db) -> list[UUID]:
    """Return the people who have a number, which counts from 0 without a gap."""
    order = select(PersonNumber).order_by(col(PersonNumber.number))
    async with admin_db.system("a look") as s:
        rows = (await s.exec(order)).all()
    assert [row.number for row in rows] == list(range(len(rows)))
    return [row.user_id for row in rows]


@pytest.mark.slow
async def test_somebody_who_is_deleted_leaves_all_numbers_and_makes_no_day_late(
    db: Db, admin_db: Db
) -> None:
    house = House(db, admin_db, 1)
    long_ago = house.now - timedelta(days=5)
    for owner in (mara := await factories.person(db), await factories.person(db)):
        session = await factories.conversation(db, owner)
        turn = await factories.exchange(db, owner, session, at=long_ago)
        await house.something_is_seen(turn, long_ago)
    await house.the_job_comes()
    await house.change(sa.delete(User).where(col(User.id) == mara))
    async with admin_db.system("a look") as s:
        found = await kept(s, BASIS)
        assert (found.stale, found.gone.bit_count()) == (frozenset(), 1)
    await seen_of_one(house)
    house.now += timedelta(days=1)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        assert (await s.exec(select(GoneNumber))).all() == []
    await seen_of_one(house)


async def seen_of_one(house: House) -> None:
    found = await metrics(house.admin_db, now=house.now, days=30)
    assert (found.messages, found.active_week, found.sessions) == (1, 1, 1)
    assert sum(used.people for used in found.used.values()) == 1
    assert sum(tool.asked for tool in found.tools) == 1


@pytest.mark.slow
async def test_today_is_added_up_as_far_as_an_hour_ago(db: Db, admin_db: Db) -> None:
    house = House(db, admin_db, 1)
    house.now = MONDAY_MORNING + timedelta(hours=6)
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    for ago in (3, 2, 0):
        at = house.now - timedelta(hours=ago)
        await factories.exchange(db, owner, session, at=at)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        found = await kept(s, BASIS)
        assert found.part == house.now - timedelta(hours=1)
        assert not await is_adding_up(s, BASIS, now=house.now)
        assert await is_adding_up(s, Basis("Asia/Tokyo"), now=house.now), "all days anew"
        assert await is_adding_up(s, BASIS, now=house.now + timedelta(days=3)), "the job stopped"
        rows = await rows_of(s, sa.select(col(WrittenDay.day), col(WrittenDay.messages)))
    assert [tuple(row) for row in rows] == [(house.now.date(), 2)]
    later = house.now + timedelta(minutes=1)
    seen = await metrics(admin_db, now=later, days=7)
    assert (seen.messages, seen.sessions, seen.active_day) == (3, 1, 1)


@pytest.mark.slow
async def test_a_late_message_and_a_deletion_are_counted_at_once_and_added_up_by_the_job(
    db: Db, admin_db: Db
) -> None:
    house = House(db, admin_db, 1)
    mara = await factories.person(db)
    session = await factories.conversation(db, mara)
    long_ago = house.now - timedelta(days=5)
    await factories.exchange(db, mara, session, at=long_ago)
    await house.the_job_comes()
    await factories.exchange(db, mara, session, at=long_ago)

    async def sums() -> tuple[int, int]:
        """Return the messages of that day that the page shows, and those of the roll-up."""
        found = await metrics(admin_db, now=house.now, days=7)
        async with admin_db.system("a look") as s:
            rows = await rows_of(s, sa.select(sa.func.sum(col(WrittenDay.messages))))
            assert (await kept(s, BASIS)).until == house.now.date()
        return found.messages, rows[0][0] or 0

    assert await sums() == (2, 1)
    await house.the_job_comes()
    assert await sums() == (2, 2)
    await house.change(sa.delete(Turn).where(col(Turn.user_id) == mara))
    assert await sums() == (0, 2)
    await house.change(sa.delete(User).where(col(User.id) == mara))
    assert await sums() == (0, 0)
