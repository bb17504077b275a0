"""What happens to jobs that were left running."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select, update

from coaching.models import Job
from coaching.repositories import dialects, jobs
from coaching.values.enums import JobStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from uuid import UUID

    import sqlalchemy as sa
    from sqlmodel.ext.asyncio.session import AsyncSession

INTERRUPTED = "the engine ended while the job ran"


async def recover_all(s: AsyncSession) -> int:
    """Make every running job due again: right after the engine lock, all engines are dead."""
    return await _recover(s)


async def recover_expired(s: AsyncSession) -> int:
    """Make running jobs whose lease has ended due again (PostgreSQL)."""
    return await _recover(s, dialects.lease_is_over(col(Job.lease_until)))


async def recover_these(s: AsyncSession, job_ids: Sequence[UUID]) -> int:
    """Make running jobs due again that nobody runs: this engine could not begin or end them."""
    return await _recover(s, col(Job.id).in_(job_ids))


async def orphans(s: AsyncSession, at_work: Collection[tuple[UUID, int]]) -> Sequence[UUID]:
    """Return the running jobs that aren't among these claims, each an id and its fence."""
    running = select(Job.id, Job.fence).where(Job.status == JobStatus.RUNNING)
    return [
        job_id for job_id, fence in (await s.exec(running)).all() if (job_id, fence) not in at_work
    ]


async def _recover(s: AsyncSession, *conditions: sa.ColumnElement[bool]) -> int:
    again = col(Job.attempts) < col(Job.max_attempts)
    running = [col(Job.status) == JobStatus.RUNNING, *conditions]
    give_up = (
        update(Job)
        .where(*running, ~again)
        .values(status=JobStatus.FAILED, last_error=INTERRUPTED, lease_until=None)
    )
    await s.exec(give_up.execution_options(synchronize_session=False))
    rows = await s.exec(select(Job.id, Job.fence, Job.run_at).where(*running, again))
    recovered = 0
    for job_id, fence, run_at in rows.all():
        recovered += await jobs.repeat(s, job_id, fence, run_at=run_at, error=INTERRUPTED)
    return recovered
