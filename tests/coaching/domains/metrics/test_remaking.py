"""All days are made again beside those that pages read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.metrics import keeping
from coaching.domains.metrics.days import BASIS, kept
from coaching.domains.metrics.models import RollUp, WrittenDay
from coaching.repositories.dialects import rows_of
from tests.support.histories import ZONES, House

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
MANY_STEPS = 8


@pytest.mark.slow
async def test_pages_show_whole_figures_of_before_while_all_days_are_made_again(
    db: Db, admin_db: Db, database: Database
) -> None:
    has_new_zone = database.is_postgres  # on SQLite an admin asks for all days
    house = House(db, admin_db, seed=7)
    for _ in range(2):
        await house.somebody_comes()
    await house.the_job_comes()
    if has_new_zone:
        house.basis = replace(BASIS, zone_name="Asia/Kathmandu")
    steps, again = 0, not has_new_zone
    while await keeping.step(db, now=house.now, basis=house.basis, again=again and not steps):
        steps += 1
        if steps % 3 == 0:
            await house.somebody_writes(1)
        async with admin_db.system("a look") as s:
            found = await kept(s, house.basis)
            assert (found.until, found.zone_name) == (house.now.date(), "UTC"), "old days are read"
        if steps % 4 == 0:
            assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    assert steps > MANY_STEPS, "all days were made again, step by step"
    house.shown = house.basis
    async with admin_db.system("a look") as s:
        found = await kept(s, house.basis)
        assert (found.generation, found.zone_name) == (1, house.basis.zone_name)
    assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        left = await rows_of(s, sa.select(col(WrittenDay.generation)).distinct())
    assert [tuple(row) for row in left] == [(1,)], "the days of before are deleted"


@pytest.mark.slow
async def test_a_change_while_days_are_made_again_begins_anew(db: Db, admin_db: Db) -> None:
    house = House(db, admin_db, seed=7)
    await house.somebody_comes()
    await house.the_job_comes()
    for zone_name in ZONES[1:3]:
        house.basis = replace(BASIS, zone_name=zone_name)
        assert await keeping.step(db, now=house.now, basis=house.basis)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        found = await kept(s, house.basis)
    assert (found.generation, found.zone_name) == (1, ZONES[2])
    assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)


@pytest.mark.slow
async def test_days_are_added_up_after_a_version_of_before_has_dropped_the_state(
    db: Db, admin_db: Db
) -> None:
    """Going back to 0042 and up again deletes `roll_ups`; people keep the numbers they have."""
    house = House(db, admin_db, seed=7)
    await house.somebody_comes()
    await house.the_job_comes()
    async with db.system("downgrade", write=True) as s:
        await s.exec(sa.delete(RollUp))
    await house.somebody_comes()
    await house.the_job_comes()
    assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
