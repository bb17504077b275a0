from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlmodel import col, func, update

from coaching.models import Job
from coaching.repositories import job_recovery, jobs
from coaching.values.enums import JobStatus
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

SOON = MONDAY_MORNING + timedelta(minutes=1)


def _job(owner: UUID | None, *, at: int = 0, **columns: Any) -> Job:
    run_at = MONDAY_MORNING + timedelta(seconds=at)
    return Job(user_id=owner, kind="observer", run_at=run_at, **columns)


async def _ask(db: Db, owner: UUID, *asked: Job) -> list[bool]:
    async with db.unit(owner, write=True) as s:
        return [await jobs.add(s, owner, job) for job in asked]


async def _claim(db: Db, limit: int = 10) -> list[Job]:
    async with db.system("test", write=True) as s:
        return list(await jobs.claim_due(s, now=SOON, limit=limit))


async def _find(db: Db, owner: UUID, job: Job) -> Job:
    async with db.unit(owner) as s:
        found = await jobs.find(s, owner, job.id)
    assert found is not None
    return found


async def test_a_unique_key_is_spent_for_ever_and_a_dedup_key_while_due(db: Db) -> None:
    owner = await factories.person(db)
    assert await _ask(db, owner, _job(owner, unique_key="o:1"), _job(owner, unique_key="o:1")) == [
        True,
        False,
    ]
    assert await _ask(db, owner, _job(owner, dedup_key="s"), _job(owner, dedup_key="s")) == [
        True,
        False,
    ]
    claimed = await _claim(db)
    assert len(claimed) == 2
    assert await _ask(db, owner, _job(owner, unique_key="o:1")) == [False]
    assert await _ask(db, owner, _job(owner, dedup_key="s")) == [True]


async def test_a_job_exists_only_if_its_change_was_committed(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        savepoint = await s.begin_nested()
        assert await jobs.add(s, owner, _job(owner))
        await savepoint.rollback()
    async with db.system("test") as s:
        assert not await jobs.kinds_due(s, now=SOON)


async def test_the_longest_due_jobs_start_first_and_later_ones_wait(db: Db) -> None:
    owner = await factories.person(db)
    asked = [_job(owner, at=n) for n in (3, 1, 2, 3600)]
    await _ask(db, owner, *asked)
    async with db.system("test") as s:
        assert await jobs.kinds_due(s, now=SOON)
    first = await _claim(db, limit=2)
    second = await _claim(db)
    assert [job.id for job in [*first, *second]] == [asked[n].id for n in (1, 2, 0)]
    assert {(job.status, job.fence, job.attempts) for job in first} == {(JobStatus.RUNNING, 1, 1)}
    async with db.system("test") as s:
        assert not await jobs.kinds_due(s, now=SOON)
        assert await jobs.counts(s) == {JobStatus.RUNNING: 3, JobStatus.DUE: 1}


async def test_many_workers_at_once_start_each_job_once(db: Db) -> None:
    owner = await factories.person(db)
    await _ask(db, owner, *(_job(owner, at=n) for n in range(20)))
    claims = await asyncio.gather(*(_claim(db, limit=3) for _ in range(10)))
    started = [job.id for claim in claims for job in claim]
    assert len(started) == len(set(started)) == 20


async def test_results_are_guarded_by_the_fence(db: Db) -> None:
    owner = await factories.person(db)
    job = _job(owner)
    await _ask(db, owner, job)
    (old,) = await _claim(db)
    async with db.system("test", write=True) as s:
        assert (await job_recovery.recover_all(s, now=SOON)).due == 1
    (new,) = await _claim(db)
    assert (new.fence, new.attempts) == (2, 2)
    async with db.system("test", write=True) as s:
        assert not await jobs.finish(s, job.id, old.fence, now=SOON)
        assert not await jobs.fail(s, job.id, old.fence, now=SOON, error="late")
        assert not await jobs.repeat(s, job.id, old.fence, run_at=SOON, error="late")
        assert not await jobs.extend_lease(s, job.id, old.fence)
        assert await jobs.extend_lease(s, job.id, new.fence)
        assert await jobs.finish(s, job.id, new.fence, now=SOON)
    done = await _find(db, owner, job)
    assert (done.status, done.finished_at, done.last_error) == (JobStatus.DONE, SOON, "")


async def test_a_failed_job_is_repeated_later_and_stays_visible_in_the_end(db: Db) -> None:
    owner = await factories.person(db)
    job = _job(owner)
    await _ask(db, owner, job)
    (claimed,) = await _claim(db)
    async with db.system("test", write=True) as s:
        later = SOON + timedelta(minutes=5)
        assert await jobs.repeat(s, job.id, claimed.fence, run_at=later, error="timeout")
    again = await _find(db, owner, job)
    assert (again.status, again.run_at, again.last_error) == (JobStatus.DUE, later, "timeout")
    assert await _claim(db) == []


async def test_a_repeat_steps_back_for_an_equal_job_that_is_due(db: Db) -> None:
    owner = await factories.person(db)
    job, newer = _job(owner, dedup_key="s"), _job(owner, dedup_key="s", at=3600)
    await _ask(db, owner, job)
    (claimed,) = await _claim(db)
    assert await _ask(db, owner, newer) == [True]
    async with db.system("test", write=True) as s:
        assert await jobs.repeat(s, job.id, claimed.fence, run_at=SOON, error="timeout")
    assert (await _find(db, owner, job)).status is JobStatus.FAILED
    assert (await _find(db, owner, newer)).status is JobStatus.DUE


async def test_a_job_that_kills_its_engine_is_given_up(db: Db) -> None:
    owner = await factories.person(db)
    job = _job(owner, max_attempts=2)
    await _ask(db, owner, job)
    for expected in (1, 0):
        await _claim(db)
        async with db.system("test", write=True) as s:
            assert (await job_recovery.recover_all(s, now=SOON)).due == expected
    given_up = await _find(db, owner, job)
    assert (given_up.status, given_up.last_error) == (JobStatus.FAILED, job_recovery.INTERRUPTED)
    assert given_up.finished_at == SOON


async def test_only_an_ended_lease_makes_a_job_due_again(db: Db) -> None:
    owner = await factories.person(db)
    expired, alive = _job(owner), _job(owner, at=1)
    await _ask(db, owner, expired, alive)
    await _claim(db)
    if not db.is_postgres:
        assert (await _find(db, owner, alive)).lease_until is None
        return
    async with db.system("test", write=True) as s:
        ended = func.now() - timedelta(seconds=1)
        await s.exec(update(Job).where(col(Job.id) == expired.id).values(lease_until=ended))
        assert (await job_recovery.recover_expired(s, now=SOON)).due == 1
    assert (await _find(db, owner, alive)).status is JobStatus.RUNNING
    assert (await _find(db, owner, expired)).status is JobStatus.DUE
