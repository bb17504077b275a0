"""Work as rows. `unique_key` is spent for ever, `dedup_key` only while the job is due.

`add` goes into the unit of the change that asks for it. Everything else looks across people and
needs a system unit; results are guarded by the fence of the claim.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, func, select, update

from coaching.models import Job
from coaching.repositories import dialects
from coaching.values.enums import JobStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once: the job loop asks it all day.
_KINDS_DUE = (
    select(Job.kind)
    .where(col(Job.status) == JobStatus.DUE, col(Job.run_at) <= sa.bindparam("now"))
    .distinct()
)


async def add(s: AsyncSession, owner: UUID | None, job: Job) -> bool:
    """Store a job; False when its unique key is spent or an equal one is due."""
    job.user_id = owner
    await s.flush()
    statement = _add(is_postgres=dialects.on_postgres(s))
    return (await (await s.connection()).execute(statement, job.model_dump())).first() is not None


@cache
def _add(*, is_postgres: bool) -> sa.Executable:
    """Return the statement. Each turn asks it, and making it takes longer than running it."""
    statement = dialects.insert_into(Job, is_postgres=is_postgres)
    return statement.on_conflict_do_nothing().returning(col(Job.id))


async def find(s: AsyncSession, owner: UUID, job_id: UUID) -> Job | None:
    """Return a job of this person."""
    return (await s.exec(select(Job).where(Job.user_id == owner, Job.id == job_id))).first()


async def newest_with_trigger(s: AsyncSession, owner: UUID, kind: str, trigger: str) -> Job | None:
    """Return the last job of a kind that was asked for by this trigger."""
    statement = select(Job).where(
        Job.user_id == owner, Job.kind == kind, col(Job.payload)["trigger"].as_string() == trigger
    )
    return (await s.exec(statement.order_by(col(Job.created_at).desc()).limit(1))).first()


async def newest_of_session(
    s: AsyncSession, owner: UUID, kind: str, conversation_id: UUID
) -> Job | None:
    """Return the last job of a kind that looks back on a conversation."""
    session = col(Job.payload)["conversation_id"].as_string()
    statement = select(Job).where(
        Job.user_id == owner, Job.kind == kind, session == str(conversation_id)
    )
    return (await s.exec(statement.order_by(col(Job.created_at).desc()).limit(1))).first()


async def with_key(s: AsyncSession, owner: UUID, unique_key: str) -> Job | None:
    """Return the job that a key was spent for."""
    statement = select(Job).where(Job.user_id == owner, Job.unique_key == unique_key)
    return (await s.exec(statement)).first()


async def cancel(s: AsyncSession, owner: UUID, unique_key: str, *, now: datetime) -> None:
    """Due or running → done. One that runs has lost its claim: it can't write its results."""
    statement = (
        update(Job)
        .where(*_unfinished(owner), col(Job.unique_key) == unique_key)
        .values(status=JobStatus.DONE, fence=col(Job.fence) + 1, lease_until=None, finished_at=now)
        .execution_options(synchronize_session=False)
    )
    await s.exec(statement)


async def forget(s: AsyncSession, owner: UUID, unique_key: str) -> None:
    """Delete a job, also one that is done, as if it had never been asked for.

    It holds no other one back, and one that runs can't write its results.
    """
    statement = delete(Job).where(col(Job.user_id) == owner, col(Job.unique_key) == unique_key)
    await s.exec(statement.execution_options(synchronize_session=False))


async def cancel_of_session(
    s: AsyncSession, owner: UUID, kind: str, conversation_id: UUID, *, now: datetime
) -> None:
    """Due or running → done, for what looks back on a conversation that is deleted."""
    session = col(Job.payload)["conversation_id"].as_string()
    statement = (
        update(Job)
        .where(*_unfinished(owner), col(Job.kind) == kind, session == str(conversation_id))
        .values(status=JobStatus.DONE, fence=col(Job.fence) + 1, lease_until=None, finished_at=now)
        .execution_options(synchronize_session=False)
    )
    await s.exec(statement)


def _unfinished(owner: UUID) -> tuple[sa.ColumnElement[bool], ...]:
    return col(Job.user_id) == owner, col(Job.status).in_((JobStatus.DUE, JobStatus.RUNNING))


async def take_back(s: AsyncSession, owner: UUID, kind: str) -> None:
    """Running → due again: what it has read is no longer there, and it can't write its results."""
    statement = (
        update(Job)
        .where(
            col(Job.user_id) == owner, col(Job.kind) == kind, col(Job.status) == JobStatus.RUNNING
        )
        .values(status=_due_or(JobStatus.DONE), fence=col(Job.fence) + 1, lease_until=None)
        .execution_options(synchronize_session=False)
    )
    await s.exec(statement)


async def take_up(s: AsyncSession, owner: UUID, job_id: UUID, *, now: datetime) -> Job:
    """Failed → due, with all its attempts before it; a job that goes on is left alone."""
    statement = (
        update(Job)
        .where(
            col(Job.user_id) == owner, col(Job.id) == job_id, col(Job.status) == JobStatus.FAILED
        )
        .values(status=JobStatus.DUE, attempts=0, run_at=now, finished_at=None)
        .execution_options(synchronize_session=False)
    )
    await s.exec(statement)
    mine = select(Job).where(Job.user_id == owner, Job.id == job_id)
    return (await s.exec(mine.execution_options(populate_existing=True))).one()


async def is_at_work(s: AsyncSession, owner: UUID, kind: str, *, now: datetime) -> bool:
    """Return True if a job of this kind runs for a person or is due."""
    mine = (*_unfinished(owner), Job.kind == kind, col(Job.run_at) <= now)
    return (await s.exec(select(Job.id).where(*mine).limit(1))).first() is not None


async def is_asked_since(
    s: AsyncSession, owner: UUID, kind: str, about: str, about_id: UUID, *, since: datetime
) -> bool:
    """Return True if a job with this id in its payload, asked for after an instant, isn't over."""
    mine = (*_unfinished(owner), Job.kind == kind, col(Job.created_at) > since)
    same = col(Job.payload)[about].as_string() == str(about_id)
    return (await s.exec(select(Job.id).where(*mine, same).limit(1))).first() is not None


async def is_another_running(s: AsyncSession, owner: UUID, job: Job) -> bool:
    """Return True if another job of the same kind runs for this person."""
    statement = select(Job.id).where(
        Job.user_id == owner,
        Job.kind == job.kind,
        Job.status == JobStatus.RUNNING,
        Job.id != job.id,
    )
    return (await s.exec(statement.limit(1))).first() is not None


async def kinds_due(s: AsyncSession, *, now: datetime) -> set[str]:
    """Look before a claim takes the write lock."""
    return set((await s.exec(_KINDS_DUE, params={"now": now})).all())


async def claim_due(
    s: AsyncSession, *, now: datetime, limit: int, kind: str | None = None
) -> Sequence[Job]:
    """Start up to `limit` due jobs, of one kind or of any, the longest due first."""
    of_kind = () if kind is None else (Job.kind == kind,)
    due = (
        select(Job.id)
        .where(Job.status == JobStatus.DUE, Job.run_at <= now, *of_kind)
        .order_by(col(Job.run_at), col(Job.id))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    claim = (
        update(Job)
        .where(col(Job.id).in_(due))
        .values(
            status=JobStatus.RUNNING,
            attempts=col(Job.attempts) + 1,
            fence=col(Job.fence) + 1,
            lease_until=dialects.lease(s),
        )
        .returning(col(Job.id))
        .execution_options(synchronize_session=False)
    )
    claimed = (await s.exec(claim)).scalars().all()
    if not claimed:
        return []
    rows = select(Job).where(col(Job.id).in_(claimed)).order_by(col(Job.run_at), col(Job.id))
    return (await s.exec(rows.execution_options(populate_existing=True))).all()


async def finish(s: AsyncSession, job_id: UUID, fence: int, *, now: datetime) -> bool:
    """Running → done; False when the job was taken over. May join the unit of the job's effect."""
    return await _settle(s, job_id, fence, status=JobStatus.DONE, finished_at=now, last_error="")


async def repeat(
    s: AsyncSession, job_id: UUID, fence: int, *, run_at: datetime, error: str
) -> bool:
    """Running → due again at an instant; fails for good when an equal job is due already."""
    status = _due_or(JobStatus.FAILED)
    return await _settle(s, job_id, fence, status=status, run_at=run_at, last_error=error)


async def put_back(s: AsyncSession, job_id: UUID, fence: int) -> bool:
    """Running → due, as if it had not been claimed; done when an equal job is due already."""
    attempts = col(Job.attempts) - 1
    return await _settle(s, job_id, fence, status=_due_or(JobStatus.DONE), attempts=attempts)


async def fail(s: AsyncSession, job_id: UUID, fence: int, *, now: datetime, error: str) -> bool:
    """Running → failed for good; it stays visible."""
    return await _settle(
        s, job_id, fence, status=JobStatus.FAILED, finished_at=now, last_error=error
    )


async def extend_lease(s: AsyncSession, job_id: UUID, fence: int) -> bool:
    """Keep a long job ours (PostgreSQL); False when it was taken over."""
    return await _settle(s, job_id, fence, lease_until=dialects.lease(s))


async def how_many_failed(s: AsyncSession, kind: str, *, since: datetime) -> int:
    """Return how many jobs of a kind, asked for since an instant, failed for good; system unit."""
    statement = (
        select(func.count())
        .select_from(Job)
        .where(Job.kind == kind, Job.status == JobStatus.FAILED, col(Job.created_at) >= since)
    )
    return (await s.exec(statement)).one()


async def remove_nobodys(s: AsyncSession, *, done_before: datetime) -> None:
    """Delete done jobs of nobody, which may name who has left; needs a system unit."""
    statement = delete(Job).where(
        col(Job.user_id).is_(None),
        col(Job.status) == JobStatus.DONE,
        col(Job.finished_at) < done_before,
    )
    await s.exec(statement.execution_options(synchronize_session=False))


async def counts(s: AsyncSession) -> dict[JobStatus, int]:
    """Return how many jobs are in each state."""
    rows = await s.exec(select(Job.status, func.count()).group_by(col(Job.status)))
    return {JobStatus(status): count for status, count in rows.all()}


def _due_or(other: JobStatus) -> sa.ColumnElement[str]:
    """Return due, or the other status where an equal job is due already."""
    same = aliased(Job)
    equal_is_due = (
        select(same.id)
        .where(same.dedup_key == col(Job.dedup_key), same.status == JobStatus.DUE)
        .correlate(Job)
        .exists()
    )
    return sa.case((equal_is_due, other.value), else_=JobStatus.DUE.value)


async def _settle(s: AsyncSession, job_id: UUID, fence: int, **values: object) -> bool:
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, col(Job.fence) == fence, col(Job.status) == JobStatus.RUNNING)
        .values(**{"lease_until": None, **values})
        .returning(col(Job.id))
        .execution_options(synchronize_session=False)
    )
    return (await s.exec(statement)).first() is not None
