"""Jobs that wait for a batch, whose id is in their payload, and jobs that delete a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select, update

from coaching.models import Job
from coaching.repositories import jobs
from coaching.values.enums import JobStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    import sqlalchemy as sa
    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

BATCH = "batch"
"""Where a payload has it: the batch's id, when it was handed in, what it had read."""
FORGET = "forget_batch"
PATIENCE = 8  # with the pauses of the loop, almost a day


async def wait(
    s: AsyncSession, owner: UUID, job: Job, *, run_at: datetime, batch: Mapping[str, JsonValue]
) -> bool:
    """Running → due at an instant with this batch, as if it had not been claimed."""
    statement = (
        update(Job)
        .where(
            col(Job.id) == job.id,
            col(Job.user_id) == owner,
            col(Job.fence) == job.fence,
            col(Job.status) == JobStatus.RUNNING,
        )
        .values(
            status=JobStatus.DUE,
            run_at=run_at,
            payload={**job.payload, BATCH: dict(batch)},
            attempts=col(Job.attempts) - 1,
            lease_until=None,
        )
        .returning(col(Job.id))
        .execution_options(synchronize_session=False)
    )
    return (await s.exec(statement)).first() is not None


async def change_payload(
    s: AsyncSession, owner: UUID, job: Job, payload: Mapping[str, JsonValue]
) -> None:
    """Replace the payload of a job that is ours."""
    mine = (col(Job.id) == job.id, col(Job.fence) == job.fence, col(Job.user_id) == owner)
    statement = update(Job).where(*mine).values(payload=dict(payload))
    await s.exec(statement.execution_options(synchronize_session=False))


async def stop_waiting(s: AsyncSession, owner: UUID, *, now: datetime) -> bool:
    """Make a person's jobs that wait for a batch due now; False if none waits.

    A job that is being claimed is left out: whoever claims it may wait for this person's lock.
    """
    waiting = (
        select(Job.id)
        .where(*_waits(owner), col(Job.run_at) > now)
        .with_for_update(skip_locked=True)
    )
    return await _bring_forward(s, col(Job.id).in_(waiting), now=now)


async def waiting(s: AsyncSession, owner: UUID) -> Sequence[Job]:
    """Return a person's jobs that wait for a batch."""
    return (await s.exec(select(Job).where(*_waits(owner)))).all()


async def of_person(s: AsyncSession, owner: UUID) -> Sequence[str]:
    """Return the batches that a person's jobs wait for."""
    return [job.payload[BATCH]["id"] for job in await waiting(s, owner)]


async def forget_at(s: AsyncSession, batch: str, *, at: datetime, now: datetime) -> None:
    """Have a batch deleted at an instant, whatever happens to its job; needs a system unit."""
    job = Job(
        kind=FORGET,
        payload={BATCH: batch},
        run_at=at,
        max_attempts=PATIENCE,
        unique_key=_key(batch),
        created_at=now,
    )
    await jobs.add(s, None, job)


async def forget_now(s: AsyncSession, batches: Iterable[str], *, now: datetime) -> bool:
    """Have batches deleted now instead of later; needs a system unit."""
    keys = [_key(batch) for batch in batches]
    is_later = (col(Job.status) == JobStatus.DUE, col(Job.run_at) > now)
    return await _bring_forward(s, col(Job.unique_key).in_(keys), *is_later, now=now)


async def _bring_forward(s: AsyncSession, *which: sa.ColumnElement[bool], now: datetime) -> bool:
    statement = update(Job).where(*which).values(run_at=now).returning(col(Job.id))
    moved = await s.exec(statement.execution_options(synchronize_session=False))
    return moved.first() is not None


def _key(batch: str) -> str:
    return f"{FORGET}:{batch}"


def _waits(owner: UUID) -> tuple[sa.ColumnElement[bool], ...]:
    batch_id = col(Job.payload)[BATCH]["id"].as_string()
    return col(Job.user_id) == owner, col(Job.status) == JobStatus.DUE, batch_id.is_not(None)
