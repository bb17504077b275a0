"""Jobs, safety events and health for the admin's pages, and retrying a job."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from coaching.domains.operations import queries
from coaching.errors import Conflict, NotFound
from coaching.repositories import audit, safety_events
from coaching.values.keyset import Place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.models import Job, SafetyEvent
    from coaching.repositories.db import Db

MOST_JOBS = 100
PAGE = 50
_TWICE = "The same work is due already."


@dataclass(frozen=True, slots=True)
class Jobs:
    """Counts, and the jobs that need a look; `done` is since midnight UTC."""

    waiting: int
    running: int
    retrying: int
    failed: int
    done: int
    troubled: Sequence[Job]


@dataclass(frozen=True, slots=True)
class SafetyPage:
    """Events, newest first, and where the next page begins."""

    events: Sequence[SafetyEvent]
    next: str


async def jobs(db: Db, *, now: datetime) -> Jobs:
    """Return what the page of jobs shows."""
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    async with db.system("admin jobs") as s:
        counts = await queries.job_counts(s, since=midnight)
        return Jobs(*counts, await queries.troubled(s, limit=MOST_JOBS))


async def retry(db: Db, admin: SignedInAdmin, job_id: UUID, *, now: datetime) -> None:
    """Have a failed job, or one that waits for its next attempt, run within seconds."""
    try:
        async with db.system("admin jobs", write=True) as s:
            job = await queries.retry(s, job_id, now=now)
            if job is None:
                raise NotFound("no such job")
            await audit.add(
                s,
                actor=admin.name,
                action="job_retried",
                subject=str(job.id),
                details={"kind": job.kind},
                at=now,
            )
    except IntegrityError as error:
        raise Conflict("the same work is due", say=_TWICE) from error


async def safety(db: Db, *, after: str = "", limit: int = PAGE) -> SafetyPage:
    """Return a page of safety events."""
    async with db.system("admin safety") as s:
        found = await queries.safety_events(s, before=Place.read(after), limit=limit + 1)
    shown = found[:limit]
    more = len(found) > limit
    return SafetyPage(shown, Place(shown[-1].created_at, shown[-1].id).text if more else "")


def is_mistaken(event: SafetyEvent) -> bool:
    """Return True for an alarm that was taken back (ADR 0050)."""
    return event.source == safety_events.MISTAKEN
