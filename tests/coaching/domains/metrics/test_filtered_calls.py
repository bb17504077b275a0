"""Calls under filters: by what people had when their day was added up."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.metrics.service import metrics
from coaching.models import BehavioralIntel, Profile
from coaching.values.enums import Stage, Tension
from coaching.values.scope import Scope
from tests.coaching.domains.metrics.test_roll_ups import House
from tests.support import factories

if TYPE_CHECKING:
    from coaching.repositories.db import Db


@pytest.mark.slow
async def test_calls_stay_with_what_people_had_when_their_day_was_added_up(
    db: Db, admin_db: Db
) -> None:
    house = House(db, admin_db, 1)
    owner = await factories.person(db, tension_type=Tension.WORRY)
    await house.calls(owner, house.now - timedelta(days=3), "anthropic")
    await house.the_job_comes()
    mine = col(Profile.user_id) == owner
    await house.change(sa.update(Profile).where(mine).values(tension_type=Tension.GRIP))
    await house.calls(owner, house.now, "anthropic")
    for tension in (Tension.WORRY, Tension.GRIP):
        found = await metrics(
            admin_db, now=house.now + timedelta(minutes=1), days=7, scope=Scope(tension=tension)
        )
        assert sum(one.calls for one in found.costs) == 1


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize(
    "scope",
    [
        Scope(language="en"),
        Scope(language="en", tier="free"),
        Scope(language="en", tier="free", tension=Tension.WORRY),
        Scope(language="en", tier="free", tension=Tension.WORRY, stage=Stage.ACTION),
        Scope(language="en", stage=Stage.CONTEMPLATION),
    ],
    ids=["one", "two", "three", "four", "nobody"],
)
async def test_calls_are_the_same_from_the_rows_under_any_number_of_filters(
    db: Db, admin_db: Db, scope: Scope
) -> None:
    house = House(db, admin_db, 1)
    for tension in (Tension.WORRY, Tension.GRIP):
        owner = await factories.person(db, tension_type=tension)
        async with db.unit(owner, write=True) as s:
            at = house.now
            s.add(BehavioralIntel(user_id=owner, stage_of_change=Stage.ACTION, updated_at=at))
        for days in (3, 2):
            await house.calls(owner, house.now - timedelta(days=days), "anthropic")
    await house.the_job_comes()

    async def seen(*, is_kept: bool) -> tuple[object, ...]:
        now = house.now + timedelta(minutes=1)
        found = await metrics(admin_db, now=now, days=7, scope=scope, is_kept=is_kept)
        return found.costs, found.models, found.reply_times

    assert await seen(is_kept=True) == await seen(is_kept=False)
