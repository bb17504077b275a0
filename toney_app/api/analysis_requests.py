"""Being read: by the Observer, one exchange; by the Strategist, at a boundary. One's own only."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.services import analysis_requests, consent
from coaching.values.enums import JobStatus, Trigger
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Id, In, Out

router = APIRouter(tags=["readings"])


class ReadMe(In):
    """Why the Strategist runs."""

    trigger: Annotated[Trigger, Field(strict=False)]


class ReadThis(In):
    """A message of the exchange that the Observer reads."""

    message_id: Id


class JobState(Out):
    """Work and where it stands."""

    job_id: UUID
    status: JobStatus


@router.post("/api/strategist", status_code=202)
async def strategist(wanted: ReadMe, coaching: Engine, person: Owner) -> JobState:
    """Have the Strategist run at the nearest boundary; asked again, it is the same run."""
    coaching.burst.take(person)
    gap = timedelta(hours=coaching.settings.session_gap_hours)
    async with coaching.unit(person, write=True) as s:
        await consent.require(s, person, coaching.settings)
        now = coaching.clock.now()
        job = await analysis_requests.by_strategist(s, person, wanted.trigger, at=now, gap=gap)
        state = JobState(job_id=job.id, status=job.status)
    coaching.wake_jobs()
    return state


@router.post("/api/observer", status_code=202)
async def observer(wanted: ReadThis, coaching: Engine, person: Owner) -> JobState:
    """Have the Observer read an exchange; one that was read stays as it was read."""
    coaching.burst.take(person)
    async with coaching.unit(person, write=True) as s:
        await consent.require(s, person, coaching.settings)
        job = await analysis_requests.by_observer(
            s, person, wanted.message_id, at=coaching.clock.now()
        )
        state = JobState(job_id=job.id, status=job.status)
    coaching.wake_jobs()
    return state
