"""Jobs that were left running, and the end of those that are given up.

However a job is given up, the same transaction writes the audit entry and calls `JobKind.gave_up`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import OperationalError

from coaching.repositories import audit, job_recovery

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.jobs.kind import JobKind
    from coaching.models import Job
    from coaching.repositories.job_recovery import Recovered

    Kinds = Mapping[str, JobKind]

_log = structlog.get_logger(__name__)


async def take_over_all(s: AsyncSession, kinds: Kinds, *, now: datetime) -> None:
    """Recover all running jobs: every earlier engine is dead (SQLite, after the lock)."""
    await _settle(s, kinds, await job_recovery.recover_all(s, now=now), now)


async def take_over_expired(s: AsyncSession, kinds: Kinds, *, now: datetime) -> bool:
    """Recover the jobs of dead engines (PostgreSQL); return whether any is due again."""
    return await _settle(s, kinds, await job_recovery.recover_expired(s, now=now), now)


async def take_over_these(
    s: AsyncSession, kinds: Kinds, job_ids: Sequence[UUID], *, now: datetime
) -> None:
    """Recover running jobs that this engine could not begin or end."""
    await _settle(s, kinds, await job_recovery.recover_these(s, job_ids, now=now), now)


async def give_up(s: AsyncSession, kinds: Kinds, job: Job, *, reason: str, now: datetime) -> None:
    """Write that a job has failed for good, and end what waits for it."""
    await audit.add(
        s,
        actor="system",
        action=f"{job.kind}_failed",
        subject=str(job.user_id or ""),
        details={"job_id": str(job.id), "reason": reason},
        at=now,
    )
    kind = kinds.get(job.kind)
    if kind is None or kind.gave_up is None:
        return
    try:
        async with s.begin_nested():
            await kind.gave_up(s, job)
    except OperationalError:  # the database is away: all of this is tried again
        raise
    except Exception:  # noqa: BLE001 - an edge: it has failed all the same, and others wait
        _log.exception("job_not_given_up", job_id=str(job.id), kind=job.kind)


async def _settle(s: AsyncSession, kinds: Kinds, found: Recovered, now: datetime) -> bool:
    for job in found.given_up:
        _log.warning("job_failed", job_id=str(job.id), kind=job.kind, reason=job.last_error)
        await give_up(s, kinds, job, reason=job.last_error, now=now)
    return bool(found.due)
