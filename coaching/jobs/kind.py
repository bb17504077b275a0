"""What a job is: a name, what it does, how many may run at once, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.repositories import jobs

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.models import Job


class LostJob(Exception):
    """Another engine has taken over the job; this one must not write any more."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job. `alone`: never two of one person at the same time.

    `run` calls `finish` in the unit of its effect, so that effect and end are one commit.
    `retries_unusable`: an unusable answer of a model is asked for again later. `gave_up` is called
    in the transaction that marks the job as failed.
    """

    name: str
    run: Callable[[Engine, Job], Awaitable[None]]
    at_once: int
    alone: bool = False
    retries_unusable: bool = False
    gave_up: Callable[[AsyncSession, Job], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """Something that is looked at regularly and makes rows due."""

    name: str
    run: Callable[[Engine], Awaitable[object]]
    every_seconds: int


def owner_of(job: Job) -> UUID:
    """Return whose job it is; the house has jobs too."""
    if job.user_id is None:
        raise ValueError(f"a {job.kind} job belongs to a person")
    return job.user_id


async def finish(engine: Engine, s: AsyncSession, job: Job) -> None:
    """End a job in this unit, or raise and undo the unit when it is not ours any more."""
    if not await jobs.finish(s, job.id, job.fence, now=engine.clock.now()):
        raise LostJob
