"""A job whose engine died each time it ran: what waits for it hears that nothing comes any more."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import col, select, update

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import REPLY, Details
from coaching.jobs import recovery
from coaching.jobs.background import Background
from coaching.llm.scripted import ScriptedLLM
from coaching.models import Job
from coaching.repositories import audit, job_recovery
from coaching.services import sessions
from coaching.services.jobs import CLOSING
from coaching.values.check_ins import Mood, ReplyStatus
from coaching.values.enums import JobStatus
from tests.support import factories
from tests.support.waiting import until
from tests.support.work import Work, ask, row

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from tests.support.bare_engine import BareEngine


async def died_each_time(engine: BareEngine, *kinds: str) -> None:
    """Make it the last attempt of these jobs that was under way when the engine died."""
    ran = {
        "status": JobStatus.RUNNING,
        "attempts": col(Job.max_attempts),
        "lease_until": engine.clock.now() - timedelta(days=1),
    }
    async with engine.db.system("test", write=True) as s:
        await s.exec(update(Job).where(col(Job.kind).in_(kinds)).values(**ran))


@pytest.mark.both_databases
async def test_a_check_in_and_a_closing_note_wait_no_longer(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM()
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I opened it.", at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        told = Details("Two letters came and I put them under the bowl.")
        at = engine.clock.now()
        check_in = (await check_ins.add(s, owner, Mood.HEAVY, at=at, details=told)).row
        assert not (await sessions.end(s, owner, at=at)).is_final
    await died_each_time(engine, REPLY, CLOSING)
    async with engine.db.unit(owner, write=True) as s:  # nothing else is to run here
        due = col(Job.status) == JobStatus.DUE
        await s.exec(update(Job).where(due).values(status=JobStatus.DONE))

    async def nothing_is_pending() -> bool:
        async with engine.db.unit(owner) as s:
            stored = await check_ins.require(s, owner, check_in.id)
            closing = await sessions.closing(s, owner, session.id)
        return stored.status is ReplyStatus.NONE and closing.is_final

    background = Background(engine)
    await background.start()
    await until(nothing_is_pending)
    await background.stop()

    async with engine.db.system("test") as s:
        given_up = (await s.exec(select(Job).where(Job.status == JobStatus.FAILED))).all()
        entries = await audit.newest(s)
    assert {job.kind for job in given_up} == {REPLY, CLOSING}
    for job in given_up:
        assert (job.last_error, job.finished_at) == (job_recovery.INTERRUPTED, engine.clock.now())
    assert {entry.action for entry in entries} >= {f"{REPLY}_failed", f"{CLOSING}_failed"}


@pytest.mark.both_databases
async def test_when_that_breaks_for_one_job_the_others_are_recovered_all_the_same(
    engine: BareEngine,
) -> None:
    async def breaks(s: AsyncSession, _: Job) -> None:
        await audit.add(s, actor="system", action="half done", at=engine.clock.now())
        raise KeyError("payload")

    owner, work = await factories.person(engine.db), Work(gave_up=breaks)
    last, other = await ask(engine, owner), await ask(engine, owner, kind="other")
    await died_each_time(engine, "work")
    async with engine.db.system("test", write=True) as s:
        await s.exec(update(Job).where(col(Job.id) == other).values(status=JobStatus.RUNNING))

    async with engine.db.system("test", write=True) as s:
        await recovery.take_over_all(s, {"work": work.kind}, now=engine.clock.now())

    assert (await row(engine, owner, last)).status is JobStatus.FAILED
    assert (await row(engine, owner, other)).status is JobStatus.DUE
    async with engine.db.system("test") as s:
        assert [entry.action for entry in await audit.newest(s)] == ["work_failed"]
