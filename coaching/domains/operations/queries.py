"""Jobs that need a look and safety events, over everybody; needs a system unit. No words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import and_, col, func, or_, select, update

from coaching.models import Job, SafetyEvent
from coaching.repositories.dialects import rows_of
from coaching.values.enums import JobStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.keyset import Place

_RETRYING = and_(col(Job.status) == JobStatus.DUE, col(Job.attempts) > 0)


async def troubled(s: AsyncSession, *, limit: int) -> Sequence[Job]:
    """Return jobs that failed for good or will be retried, newest first."""
    statement = select(Job).where(or_(col(Job.status) == JobStatus.FAILED, _RETRYING))
    return (await s.exec(statement.order_by(col(Job.created_at).desc()).limit(limit))).all()


async def job_counts(s: AsyncSession, *, since: datetime) -> tuple[int, int, int, int, int]:
    """Return how many jobs wait, run, are retried, failed, and were done since an instant."""

    def times(*conditions: Any) -> Any:  # noqa: ANN401 - SQL in, SQL out
        return sa.select(func.count()).select_from(Job).where(*conditions).scalar_subquery()

    statement = sa.select(
        times(col(Job.status) == JobStatus.DUE, col(Job.attempts) == 0),
        times(col(Job.status) == JobStatus.RUNNING),
        times(_RETRYING),
        times(col(Job.status) == JobStatus.FAILED),
        times(col(Job.finished_at) >= since, col(Job.status) == JobStatus.DONE),
    )
    [row] = await rows_of(s, statement)
    waiting, running, retrying, failed, finished = map(int, row)
    return waiting, running, retrying, failed, finished


async def retry(s: AsyncSession, job_id: UUID, *, now: datetime) -> Job | None:
    """Make a failed or waiting job due now, with all its attempts; None if it is neither."""
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, or_(col(Job.status) == JobStatus.FAILED, _RETRYING))
        .values(status=JobStatus.DUE, attempts=0, run_at=now, finished_at=None)
        .returning(Job)
    )
    return (await s.exec(statement)).scalar_one_or_none()


async def safety_events(
    s: AsyncSession, *, before: Place | None, limit: int
) -> Sequence[SafetyEvent]:
    """Return what was noticed, newest first: level, category and what was shown."""
    at, key = col(SafetyEvent.created_at), col(SafetyEvent.id)
    statement = select(SafetyEvent).order_by(at.desc(), key.desc()).limit(limit)
    if before is not None:
        later = and_(at == before.at, key < before.id)
        statement = statement.where(or_(at < before.at, later))
    return (await s.exec(statement)).all()
