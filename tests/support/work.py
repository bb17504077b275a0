"""A kind of job for tests of what runs jobs."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from coaching.jobs.kind import JobKind
from coaching.models import Job
from coaching.repositories import jobs

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from tests.support.bare_engine import BareEngine


class Work:
    """A kind of job that does what a test asks for."""

    def __init__(
        self,
        *errors: BaseException,
        name: str = "work",
        hold: bool = False,
        alone: bool = False,
        gave_up: Callable[[AsyncSession, Job], Awaitable[None]] | None = None,
    ) -> None:
        self.ran: list[UUID] = []
        self.at_once: Counter[UUID | None] = Counter()
        self.most_at_once = 0
        self.began = asyncio.Event()
        self.go_on = asyncio.Event()
        self.kind = JobKind(name, self._run, at_once=3, alone=alone, gave_up=gave_up)
        self._errors = list(errors)
        if not hold:
            self.go_on.set()

    async def _run(self, _: Engine, job: Job) -> None:
        self.ran.append(job.id)
        self.at_once[job.user_id] += 1
        self.most_at_once = max(self.most_at_once, *self.at_once.values())
        self.began.set()
        try:
            await self.go_on.wait()
            if self._errors:
                raise self._errors.pop(0)
        finally:
            self.at_once[job.user_id] -= 1


async def ask(engine: BareEngine, owner: UUID, *, kind: str = "work", **columns: Any) -> UUID:
    """Ask for a job that is due now, and return its id."""
    job = Job(user_id=owner, kind=kind, run_at=engine.clock.now(), **columns)
    async with engine.db.unit(owner, write=True) as s:
        assert await jobs.add(s, owner, job)
    return job.id


async def row(engine: BareEngine, owner: UUID, job_id: UUID) -> Job:
    """Return a job as it is stored."""
    async with engine.db.unit(owner) as s:
        found = await jobs.find(s, owner, job_id)
    assert found is not None
    return found
