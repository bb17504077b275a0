from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.jobs import sweep
from coaching.models import SessionStatus
from coaching.repositories import conversations, jobs
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.services.jobs import STRATEGIST, ask_after_session
from coaching.values.enums import Trigger
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation, Job
    from tests.support.bare_engine import BareEngine

GAP = timedelta(hours=12)


async def talked(engine: BareEngine) -> Conversation:
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, at=engine.clock.now())
    return session


async def asked(engine: BareEngine, owner: UUID) -> Job | None:
    async with engine.db.unit(owner) as s:
        return await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.SESSION_END)


async def status(engine: BareEngine, session: Conversation) -> SessionStatus:
    async with engine.db.unit(session.user_id) as s:
        return (await conversations.require(s, session.user_id, session.id)).session_status


@pytest.mark.parametrize(("idle", "count"), [(GAP, 0), (GAP + timedelta(seconds=1), 1)])
async def test_a_session_ends_when_the_next_message_would_open_a_new_one(
    engine: BareEngine, idle: timedelta, count: int
) -> None:
    session = await talked(engine)
    engine.clock.move(idle)

    assert await sweep.run(engine) == count

    assert (await asked(engine, session.user_id) is not None) == bool(count)
    assert await status(engine, session) is (SessionStatus.CLOSED if count else SessionStatus.OPEN)
    assert engine.woken == count


async def test_sweeping_again_asks_for_nothing_more(engine: BareEngine) -> None:
    await talked(engine)
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 1
    assert await sweep.run(engine) == 0


@pytest.mark.both_databases
async def test_the_sweep_and_two_tabs_ask_for_the_same_run(engine: BareEngine) -> None:
    session = await talked(engine)
    owner = session.user_id
    engine.clock.move(timedelta(hours=13))

    async def tab() -> bool:
        async with engine.db.unit(owner, write=True) as s:
            return await ask_after_session(s, owner, session, at=engine.clock.now())

    results = await asyncio.gather(sweep.run(engine), tab(), tab())

    assert sum(map(int, results)) == 1


async def test_an_urgent_briefing_does_not_stand_in_for_the_run_at_the_end(
    engine: BareEngine,
) -> None:
    session = await talked(engine)
    engine.clock.move(timedelta(minutes=1))
    run = Run(Trigger.URGENT, "urgent:1", "claude-sonnet-5-5")
    async with engine.db.unit(session.user_id, write=True) as s:
        await briefings.store(s, session.user_id, strategy.output(), run, at=engine.clock.now())
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 1

    assert await asked(engine, session.user_id) is not None


async def test_a_session_without_a_word_is_closed_and_not_read(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    run = Run(Trigger.ONBOARDING, "onboarding", "claude-sonnet-5-5")
    async with engine.db.unit(owner, write=True) as s:
        await briefings.store(s, owner, strategy.output(), run, at=engine.clock.now())
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 0
    assert await status(engine, session) is SessionStatus.CLOSED


async def test_everybody_s_sessions_are_swept(engine: BareEngine) -> None:
    sessions = [await talked(engine) for _ in range(3)]
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 3

    for session in sessions:
        job = await asked(engine, session.user_id)
        assert job is not None
        assert job.payload["conversation_id"] == str(session.id)
