from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.jobs.background import Background
from coaching.jobs.leader import SchedulerLock
from coaching.jobs.scheduler import Timekeeper
from coaching.llm.scripted import ScriptedLLM, always, parses
from coaching.models import Job
from coaching.repositories import jobs, signals
from coaching.values.observation import Observation
from tests.support import factories
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine
    from tests.support.databases import Database

YESTERDAY = factories.MONDAY_MORNING - timedelta(days=1)
SEEN = {
    "signal_type": "emotional",
    "content": "looked at the account",
    "quote": "",
    "confidence": 0.9,
    "urgency_flag": False,
}


async def is_observed(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        return bool(await signals.of_turn(s, turn.user_id, turn.id))


async def observed_later(engine: BareEngine) -> Turn:
    seen = Observation.model_validate({"signals": [SEEN], "safety_level": "none"})
    engine.llm = ScriptedLLM(observer=[always(parses(seen))])
    owner = await factories.person(engine.db, provider="Anthropic")
    session = await factories.conversation(engine.db, owner)
    return await factories.exchange(engine.db, owner, session, at=YESTERDAY)


async def test_a_started_engine_runs_what_is_due(engine: BareEngine) -> None:
    turn = await observed_later(engine)
    background = Background(engine)

    await background.start()
    await engine.has_reached("observer.stored")
    await background.stop()

    assert await is_observed(engine, turn)


@pytest.mark.both_databases
async def test_a_started_engine_takes_over_what_a_dead_one_left(engine: BareEngine) -> None:
    turn = await observed_later(engine)
    async with engine.db.system("test", write=True) as s:
        (job,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1)
        if engine.db.is_postgres:
            row = await s.get(Job, job.id)
            assert row is not None
            row.lease_until = YESTERDAY
    background = Background(engine)

    await background.start()
    await engine.has_reached("observer.stored")
    await background.stop()

    assert await is_observed(engine, turn)


async def test_time_is_kept_once_and_not_after_the_end(engine: BareEngine) -> None:
    time = Timekeeper(engine)

    time.start()
    time.start()
    assert time.is_running
    time.stop()
    time.stop()

    assert not time.is_running


async def test_one_of_two_engines_keeps_time(postgres_database: Database) -> None:
    one, other = SchedulerLock(postgres_database.url), SchedulerLock(postgres_database.url)

    assert await one.is_mine()
    assert await one.is_mine()
    assert not await other.is_mine()
    await one.release()
    assert await other.is_mine()
    await other.release()


async def test_whoever_loses_the_connection_loses_the_lock(postgres_database: Database) -> None:
    one, other = SchedulerLock(postgres_database.url), SchedulerLock(postgres_database.url)
    assert await one.is_mine()

    one._connection.pgconn.finish()  # pyrefly: ignore[missing-attribute]

    assert not await one.is_mine()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await other.is_mine():  # the server notices in its own time
            pass
    assert not await one.is_mine()
    await one.release()
    await other.release()


async def test_what_is_looked_at_has_its_interval(engine: BareEngine) -> None:
    time = Timekeeper(engine)
    time.start()
    scheduled = time._scheduler.get_jobs()
    time.stop()

    assert {job.args[0].name: job.trigger.interval.total_seconds() for job in scheduled} == {
        "idle_sessions": 60,
        "cost_check": 60,
        "model_health": 5,
        "clean_up": 3600,
        "backup": 900,
        "tidy": 60,
        "roll_ups": 300,
        "intel": 600,
        "reminders": 60,
    }
    for job in scheduled:
        assert (job.coalesce, job.max_instances, job.misfire_grace_time) == (True, 1, None)
