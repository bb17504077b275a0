from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.jobs import sweep
from coaching.models import SessionStatus
from coaching.repositories import conversations, jobs
from coaching.services import briefings, sessions
from coaching.services.briefings import Run
from coaching.services.jobs import STRATEGIST, ask_after_session, ask_strategist
from coaching.values.enums import JobStatus, Trigger
from tests.support import factories, strategy

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

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


async def failed(engine: BareEngine, owner: UUID, trigger: Trigger) -> Job:
    """Return a run of the Strategist that failed for good."""
    async with engine.db.unit(owner, write=True) as s:
        await ask_strategist(
            s, owner, trigger=trigger, boundary=str(uuid4()), at=engine.clock.now()
        )
    engine.clock.move(timedelta(seconds=1))
    async with engine.db.system("test", write=True) as s:
        [job] = await jobs.claim_due(s, now=engine.clock.now(), limit=1)
        await jobs.fail(s, job.id, job.fence, now=engine.clock.now(), error="overloaded")
    return job


@pytest.mark.both_databases
async def test_failed_runs_that_nobody_needs_any_more_hold_no_other_one_back(
    engine: BareEngine,
) -> None:
    owner = await factories.person(engine.db)
    for _ in range(20):
        await failed(engine, owner, Trigger.URGENT)
    await failed(engine, owner, Trigger.SESSION_END)
    made = Run(Trigger.SESSION_END, "a later session", "scripted", "hash")
    async with engine.db.unit(owner, write=True) as s:
        await briefings.store(s, owner, strategy.output(), made, at=engine.clock.now())
    other = await factories.person(engine.db)
    waiting = await failed(engine, other, Trigger.SESSION_END)
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 1

    async with engine.db.unit(other) as s:
        row = await jobs.find(s, other, waiting.id)
    assert row is not None
    assert row.status is JobStatus.DUE


async def test_a_session_that_cannot_be_ended_keeps_no_other_one_open(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await talked(engine)
    engine.clock.move(timedelta(minutes=1))
    fine = await talked(engine)
    close = sessions.close

    async def breaks(s: AsyncSession, session: Conversation, *, at: datetime) -> None:
        if session.id == broken.id:
            raise ValueError("a fault in what rules say of it")
        await close(s, session, at=at)

    monkeypatch.setattr(sessions, "close", breaks)
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 1

    assert await status(engine, broken) is SessionStatus.OPEN
    assert await status(engine, fine) is SessionStatus.CLOSED


async def test_everybody_s_sessions_are_swept(engine: BareEngine) -> None:
    sessions = [await talked(engine) for _ in range(3)]
    engine.clock.move(timedelta(hours=13))

    assert await sweep.run(engine) == 3

    for session in sessions:
        job = await asked(engine, session.user_id)
        assert job is not None
        assert job.payload["conversation_id"] == str(session.id)
