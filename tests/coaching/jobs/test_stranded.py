"""A job that seems to run although nothing runs it keeps others waiting: it must not stay so."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import Unavailable
from coaching.jobs.loop import JobLoop
from coaching.repositories import audit, jobs
from coaching.values.enums import JobStatus
from tests.support import factories
from tests.support.waiting import until
from tests.support.work import Work, ask, row

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.support.bare_engine import BareEngine


@asynccontextmanager
async def looking(loop: JobLoop) -> AsyncGenerator[None]:
    """Have a loop look for jobs while the block runs."""
    running = asyncio.create_task(loop.run())
    try:
        yield
    finally:
        loop.end()
        await running
        await loop.settle(seconds=0.01)


async def test_what_was_claimed_begins_though_the_next_kind_can_t_be_claimed(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*args: Any, kind: str, **how: Any) -> Any:
        if kind == "second":
            raise Unavailable("the disk is full")
        return await claim_due(*args, kind=kind, **how)

    claim_due = jobs.claim_due
    monkeypatch.setattr(jobs, "claim_due", full)
    owner, first, second = await factories.person(engine.db), Work(), Work(name="second")
    job_id = await ask(engine, owner)
    await ask(engine, owner, kind="second")
    loop = JobLoop(engine, [first.kind, second.kind])

    with pytest.raises(Unavailable):
        await loop.run_due()
    await until(lambda: not loop.running)

    assert (await row(engine, owner, job_id)).status is JobStatus.DONE
    assert (first.ran, second.ran) == ([job_id], [])


async def test_a_running_job_without_a_task_becomes_due_again_and_the_others_go_on(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine.db.is_postgres:
        pytest.skip("another engine may run it, and its lease ends")
    monkeypatch.setattr("coaching.jobs.loop.TAKE_OVER_EVERY_SECONDS", 0.0)
    monkeypatch.setattr("coaching.jobs.loop.LOOK_EVERY_SECONDS", 0.01)
    owner, held, work = await factories.person(engine.db), Work(name="held", hold=True), Work()
    mine = await ask(engine, owner, kind="held")
    async with looking(JobLoop(engine, [held.kind, work.kind])):
        await held.began.wait()
        stranded = await ask(engine, owner, status=JobStatus.RUNNING, attempts=1, fence=1)

        await until(lambda: work.ran == [stranded] and work.at_once[owner] == 0)

        assert held.ran == [mine]
        assert (await row(engine, owner, mine)).status is JobStatus.RUNNING


@pytest.mark.parametrize("broken", ["finish", "repeat"])
async def test_a_job_whose_end_can_t_be_written_has_failed(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    async def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError("words")

    monkeypatch.setattr(jobs, broken, breaks)
    errors = [ValueError()] if broken == "repeat" else []
    owner, work = await factories.person(engine.db), Work(*errors)
    job_id = await ask(engine, owner)

    await JobLoop(engine, [work.kind]).run_due()

    failed = await row(engine, owner, job_id)
    assert (failed.status, failed.last_error) == (JobStatus.FAILED, "ZeroDivisionError")
    async with engine.db.system("test") as s:
        (entry,) = await audit.newest(s)
    assert (entry.action, entry.subject) == ("work_failed", str(owner))


@pytest.mark.both_databases
async def test_an_engine_leaves_though_an_equal_job_is_due(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(hold=True)
    job_id = await ask(engine, owner, dedup_key="equal")
    loop = JobLoop(engine, [work.kind])
    running = asyncio.create_task(loop.run())
    await work.began.wait()
    loop.end()
    await running
    equal = await ask(engine, owner, dedup_key="equal")

    await loop.settle(seconds=0.01)

    assert (await row(engine, owner, job_id)).status is JobStatus.DONE
    assert (await row(engine, owner, equal)).status is JobStatus.DUE
