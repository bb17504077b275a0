from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.models import ModelCall
from coaching.repositories import audit
from coaching.repositories.model_calls import Traffic
from coaching.services import costs
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings

DOLLAR = 1_000_000


async def spend(db: Db, clock: FrozenClock, dollars: float) -> None:
    owner = await factories.person(db)
    call = ModelCall(
        id=uuid4(),
        user_id=owner,
        role="coach",
        provider="claude",
        model="claude-sonnet-5-5",
        cost_microusd=round(dollars * DOLLAR),
        outcome="done",
        created_at=clock.now(),
    )
    async with db.unit(owner, write=True) as s:
        s.add(call)


async def check(db: Db, settings: Settings, clock: FrozenClock) -> int:
    async with db.system("test", write=True) as s:
        return await costs.check(s, settings, now=clock.now())


async def is_over(db: Db, settings: Settings, clock: FrozenClock) -> bool:
    async with db.unit(await factories.person(db)) as s:
        spent = await costs.spent(s, now=clock.now())
    return spent >= settings.cost_limit_usd_per_day * costs.MICRO


async def alerts(db: Db) -> list[dict[str, Any]]:
    async with db.system("test") as s:
        entries = await audit.newest(s)
    return [entry.details for entry in entries if entry.action == "cost_alert"]


async def test_above_the_limit_nobody_asks_a_model_until_the_next_day(
    db: Db, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> None:
    settings = make_settings(cost_limit_usd_per_day=2, cost_alert_usd_per_day=1)
    assert not await is_over(db, settings, clock)

    await spend(db, clock, 1.5)
    assert await check(db, settings, clock) == 1_500_000
    assert not await is_over(db, settings, clock)

    await spend(db, clock, 0.5)
    await check(db, settings, clock)
    assert await is_over(db, settings, clock)

    clock.move(timedelta(days=1))
    assert not await is_over(db, settings, clock)
    assert await check(db, settings, clock) == 0


async def test_the_alert_comes_once_a_day(
    db: Db, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> None:
    settings = make_settings(cost_alert_usd_per_day=1)
    for _ in range(2):
        await spend(db, clock, 0.75)
        await check(db, settings, clock)
        await check(db, settings, clock)
    assert await alerts(db) == [{"day": "2026-01-12", "micro_usd": 1_500_000}]

    clock.move(timedelta(days=1))
    await spend(db, clock, 3)
    await check(db, settings, clock)

    assert len(await alerts(db)) == 2


async def test_somebody_with_many_calls_and_a_day_of_faults_are_told_once(
    db: Db, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> None:
    owner, settings = await factories.person(db), make_settings()
    for outcome, many in (("done", 94), ("overloaded", 7)):
        async with db.unit(owner, write=True) as s:
            s.add_all(
                ModelCall(
                    id=uuid4(),
                    user_id=owner,
                    role="coach",
                    provider="claude",
                    model="claude-sonnet-5-5",
                    outcome=outcome,
                    created_at=clock.now(),
                )
                for _ in range(many)
            )
    for _ in range(2):
        await check(db, settings, clock)

    async with db.system("test") as s:
        told = {entry.action: entry.details["figure"] for entry in await audit.newest(s)}
    assert told == {"many_calls": 101, "many_faults": 7}


def test_a_few_calls_say_nothing_yet() -> None:
    assert costs.alerts_of(Traffic(calls=19, bad=19, most_of_one=19)) == {}
    assert costs.alerts_of(Traffic(calls=100, bad=5, most_of_one=100)) == {}
