"""What happens to jobs that were left running or failed: due again, or given up for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import col, func, select, update

from coaching.models import CoachingBriefing, Job
from coaching.repositories import dialects, jobs
from coaching.values.enums import JobStatus, Trigger

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    import sqlalchemy as sa
    from sqlmodel.ext.asyncio.session import AsyncSession

INTERRUPTED = "the engine ended while the job ran"


@dataclass(frozen=True, slots=True)
class Recovered:
    """How many jobs are due again, and those that have failed for good: end what waits for them."""

    due: int
    given_up: Sequence[Job]


async def recover_all(s: AsyncSession, *, now: datetime) -> Recovered:
    """Take over every running job: right after the engine lock, all earlier engines are dead."""
    return await _recover(s, now)


async def recover_expired(s: AsyncSession, *, now: datetime) -> Recovered:
    """Take over the running jobs whose lease has ended (PostgreSQL)."""
    return await _recover(s, now, dialects.lease_is_over(col(Job.lease_until)))


async def recover_these(s: AsyncSession, job_ids: Sequence[UUID], *, now: datetime) -> Recovered:
    """Take over running jobs that nobody runs: this engine could not begin or end them."""
    return await _recover(s, now, col(Job.id).in_(job_ids))


async def orphans(s: AsyncSession, at_work: Collection[tuple[UUID, int]]) -> Sequence[UUID]:
    """Return the running jobs that aren't among these claims, each an id and its fence."""
    running = select(Job.id, Job.fence).where(Job.status == JobStatus.RUNNING)
    found = (await s.exec(running)).all()
    return [job_id for job_id, fence in found if (job_id, fence) not in at_work]


async def to_retry(
    s: AsyncSession, kind: str, *, ended_before: datetime, asked_since: datetime, limit: int = 20
) -> Sequence[Job]:
    """Return runs that failed for good some time ago and are still needed; needs a system unit.

    No urgent ones: they are too old. Nor those of a person who has a later briefing.
    """
    later = select(CoachingBriefing.id).where(
        CoachingBriefing.user_id == Job.user_id,
        col(CoachingBriefing.created_at) > col(Job.created_at),
        CoachingBriefing.trigger != Trigger.URGENT,
    )
    statement = (
        select(Job)
        .where(
            Job.kind == kind,
            Job.status == JobStatus.FAILED,
            col(Job.created_at) > asked_since,
            func.coalesce(Job.finished_at, Job.created_at) < ended_before,
            col(Job.payload)["trigger"].as_string() != Trigger.URGENT.value,
            ~later.correlate(Job).exists(),
        )
        .order_by(col(Job.created_at))
        .limit(limit)
    )
    return (await s.exec(statement)).all()


async def _recover(
    s: AsyncSession, now: datetime, *conditions: sa.ColumnElement[bool]
) -> Recovered:
    again = col(Job.attempts) < col(Job.max_attempts)
    running = [col(Job.status) == JobStatus.RUNNING, *conditions]
    give_up = (
        update(Job)
        .where(*running, ~again)
        .values(status=JobStatus.FAILED, last_error=INTERRUPTED, finished_at=now, lease_until=None)
        .returning(col(Job.id))
        .execution_options(synchronize_session=False)
    )
    ended = (await s.exec(give_up)).scalars().all()
    rows = await s.exec(select(Job.id, Job.fence, Job.run_at).where(*running, again))
    due = 0
    for job_id, fence, run_at in rows.all():
        due += await jobs.repeat(s, job_id, fence, run_at=run_at, error=INTERRUPTED)
    if not ended:
        return Recovered(due, ())
    given_up = select(Job).where(col(Job.id).in_(ended))
    return Recovered(due, (await s.exec(given_up.execution_options(populate_existing=True))).all())
