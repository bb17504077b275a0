from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import LLMRefused, LLMUnavailable, StructureInvalid, Unavailable
from coaching.jobs.kind import LostJob, finish, owner_of
from coaching.jobs.loop import JobLoop
from coaching.models import Job, Win
from coaching.repositories import audit, job_recovery, jobs, wins
from coaching.values.enums import JobStatus
from tests.support import factories
from tests.support.waiting import PATIENCE_SECONDS
from tests.support.work import Work, ask, row

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


async def test_what_is_due_runs_once_and_is_done(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work()
    job_id = await ask(engine, owner)
    loop = JobLoop(engine, [work.kind])

    await loop.run_due()
    await loop.run_due()

    assert work.ran == [job_id]
    assert (await row(engine, owner, job_id)).status is JobStatus.DONE


async def test_what_is_not_due_yet_waits(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work()
    await ask(engine, owner)
    engine.clock.move(timedelta(seconds=-1))

    await JobLoop(engine, [work.kind]).run_due()

    assert work.ran == []


@pytest.mark.both_databases
async def test_only_so_many_run_at_once_and_none_is_forgotten(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work()
    asked = {await ask(engine, owner) for _ in range(8)}

    await JobLoop(engine, [work.kind]).run_due()

    assert set(work.ran) == asked
    assert work.most_at_once <= 3


@pytest.mark.both_databases
async def test_one_person_s_jobs_run_one_after_the_other_when_they_must(
    engine: BareEngine,
) -> None:
    work = Work(alone=True)
    owners = [await factories.person(engine.db) for _ in range(2)]
    asked = {await ask(engine, owner) for owner in owners for _ in range(3)}

    await JobLoop(engine, [work.kind]).run_due()

    assert set(work.ran) == asked
    assert work.most_at_once == 1
    for owner in owners:
        async with engine.db.unit(owner) as s:
            done = [await jobs.find(s, owner, job_id) for job_id in asked]
        assert {job.attempts for job in done if job is not None} == {1}


@pytest.mark.both_databases
async def test_two_engines_never_run_one_person_s_jobs_side_by_side(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(alone=True)
    asked = {await ask(engine, owner) for _ in range(4)}
    loops = [JobLoop(engine, [work.kind]) for _ in range(2)]

    while set(work.ran) != asked:
        await asyncio.gather(*(loop.run_due() for loop in loops))

    assert work.most_at_once == 1


async def test_a_failure_of_the_world_is_tried_again_later(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(LLMUnavailable("away"))
    job_id = await ask(engine, owner)
    loop = JobLoop(engine, [work.kind])

    await loop.run_due()
    waiting = await row(engine, owner, job_id)
    assert (waiting.status, waiting.last_error) == (JobStatus.DUE, "unavailable")
    assert waiting.run_at == engine.clock.now() + timedelta(seconds=30)

    engine.clock.move(timedelta(seconds=30))
    await loop.run_due()
    assert (await row(engine, owner, job_id)).status is JobStatus.DONE


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (StructureInvalid("doors: too few", raw="{…}"), "structure: doors: too few"),
        (LLMRefused("no"), "refused"),
    ],
)
async def test_what_will_not_get_better_fails_at_once_and_shows(
    engine: BareEngine, error: Exception, reason: str
) -> None:
    owner, work = await factories.person(engine.db), Work(error)
    job_id = await ask(engine, owner)

    await JobLoop(engine, [work.kind]).run_due()

    failed = await row(engine, owner, job_id)
    assert (failed.status, failed.last_error) == (JobStatus.FAILED, reason)
    async with engine.db.system("test") as s:
        (entry,) = await audit.newest(s)
    assert (entry.action, entry.subject) == ("work_failed", str(owner))
    assert entry.details == {"job_id": str(job_id), "reason": reason}


async def test_a_bug_is_tried_three_times_and_then_shows(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(*[ZeroDivisionError("words")] * 3)
    job_id = await ask(engine, owner)
    loop = JobLoop(engine, [work.kind])

    for _ in range(3):
        await loop.run_due()
        engine.clock.move(timedelta(hours=1))

    failed = await row(engine, owner, job_id)
    assert (failed.status, failed.attempts) == (JobStatus.FAILED, 3)
    assert failed.last_error == "ZeroDivisionError"


@pytest.mark.both_databases
async def test_a_job_that_was_taken_over_writes_nothing(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(LostJob())
    job_id = await ask(engine, owner)

    await JobLoop(engine, [work.kind]).run_due()

    assert (await row(engine, owner, job_id)).status is JobStatus.RUNNING


@pytest.mark.both_databases
async def test_the_end_of_a_job_undoes_its_effect_when_it_is_not_ours(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    job_id = await ask(engine, owner)
    async with engine.db.system("test", write=True) as s:
        (mine,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1)
        await job_recovery.recover_all(s, now=engine.clock.now())

    async def effect() -> None:
        async with engine.db.unit(owner, write=True) as s:
            s.add(Win(user_id=owner, text="never happened"))
            await finish(engine, s, mine)

    with pytest.raises(LostJob):
        await effect()

    assert (await row(engine, owner, job_id)).status is JobStatus.DUE
    async with engine.db.unit(owner) as s:
        assert await wins.for_user(s, owner) == []


@pytest.mark.both_databases
async def test_a_wake_is_not_waited_for(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coaching.jobs.loop.LOOK_EVERY_SECONDS", 600.0)
    owner, work = await factories.person(engine.db), Work()
    loop = JobLoop(engine, [work.kind])
    running = asyncio.create_task(loop.run())
    await asyncio.sleep(0)

    await ask(engine, owner)
    loop.wake()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await work.began.wait()

    running.cancel()
    await loop.settle(seconds=5)


@pytest.mark.both_databases
async def test_a_job_that_takes_too_long_to_leave_is_due_again(engine: BareEngine) -> None:
    owner, work = await factories.person(engine.db), Work(hold=True)
    job_id = await ask(engine, owner)
    loop = JobLoop(engine, [work.kind])
    running = asyncio.create_task(loop.run())
    await work.began.wait()
    running.cancel()

    await loop.settle(seconds=0.01)

    left = await row(engine, owner, job_id)
    assert (left.status, left.attempts) == (JobStatus.DUE, 0)


@pytest.mark.both_databases
async def test_a_full_disk_does_not_hold_up_the_end(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be written is recovered at the next start."""

    async def full(*_: object, **__: object) -> None:
        tried.set()
        raise Unavailable("the disk is full")

    tried = asyncio.Event()
    monkeypatch.setattr("coaching.jobs.loop.LOOK_EVERY_SECONDS", 600.0)
    for write in ("finish", "put_back"):
        monkeypatch.setattr(jobs, write, full)
    owner, done, held = await factories.person(engine.db), Work(), Work(hold=True)
    await ask(engine, owner)
    loop = JobLoop(engine, [done.kind])
    running = asyncio.create_task(loop.run())
    await tried.wait()
    loop.end()
    await running
    await loop.settle(seconds=PATIENCE_SECONDS)
    assert loop.running == ()

    await ask(engine, owner)
    loop = JobLoop(engine, [held.kind])
    running = asyncio.create_task(loop.run())
    await held.began.wait()
    loop.end()
    await running
    await loop.settle(seconds=0.01)
    assert loop.running == ()


def test_a_person_s_job_needs_a_person() -> None:
    with pytest.raises(ValueError, match="belongs to a person"):
        owner_of(Job(kind="work", run_at=factories.MONDAY_MORNING))
