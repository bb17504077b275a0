"""The job loop: claims rows that are due, runs them side by side, writes how they ended.

A job asked for in this process is claimed at once (`wake`), one written by another process within
two seconds. Whatever happens to a job, its row tells. One that seems to run although nothing here
runs it becomes due again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from coaching import tracing
from coaching.errors import OutsideWorld, StructureInvalid, ToneyError, Unavailable
from coaching.jobs import recovery
from coaching.jobs.kind import LostJob, owner_of
from coaching.repositories import job_recovery, jobs, profiles

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.jobs.kind import JobKind
    from coaching.models import Job

LOOK_EVERY_SECONDS = 2.0
TAKE_OVER_EVERY_SECONDS = 10.0
FIRST_PAUSE = timedelta(seconds=30)
PAUSE_GROWS = 4

_log = structlog.get_logger(__name__)


class JobLoop:
    """Runs jobs of an engine."""

    def __init__(self, engine: Engine, kinds: Iterable[JobKind]) -> None:
        self._engine = engine
        self.kinds: Mapping[str, JobKind] = {kind.name: kind for kind in kinds}
        self._running: dict[asyncio.Task[None], Job] = {}
        self._bell = asyncio.Event()
        self._ending = asyncio.Event()
        self._take_over_at = time.monotonic() + TAKE_OVER_EVERY_SECONDS

    @property
    def running(self) -> tuple[Job, ...]:
        """The jobs that run in this process."""
        return tuple(self._running.values())

    def wake(self) -> None:
        """Look now."""
        self._bell.set()

    def end(self) -> None:
        """Begin no more jobs; those that run are settled by `settle`."""
        self._ending.set()
        self._bell.set()

    async def run(self) -> None:
        """Look until it is told to end."""
        while not self._ending.is_set():
            self._bell.clear()
            if not await self._start_due_or_log():
                # Not `wait_for`: up to Python 3.11 it swallows a cancel that meets the bell.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY_SECONDS):
                        await self._bell.wait()

    async def run_due(self) -> None:
        """Run all due jobs, including those that become due meanwhile."""
        while await self._start_due() or self._running:
            if self._running:  # a quick job may have ended while others were claimed
                await asyncio.wait(set(self._running))

    async def settle(self, *, seconds: float) -> None:
        """Wait for running jobs; those that take longer become due again."""
        if not self._running:
            return
        _, late = await asyncio.wait(set(self._running), timeout=seconds)
        unfinished = [self._running[task] for task in late]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        try:
            async with self._engine.db.system("jobs: leave", write=True) as s:
                for job in unfinished:
                    await jobs.put_back(s, job.id, job.fence)
        except Unavailable as error:  # the next engine recovers them
            _log.warning("jobs_not_put_back", error=str(error))
        except Exception:  # noqa: BLE001 - an edge: the engine still has to close
            _log.exception("jobs_not_put_back")

    async def _start_due_or_log(self) -> bool:
        try:
            await self._take_over_orphans()
            return await self._start_due()
        except Unavailable as error:
            _log.warning("jobs_not_reachable", error=str(error))
        except Exception:  # noqa: BLE001 - an edge: a loop that ended would leave every job undone
            _log.exception("jobs_not_started")
        return False

    async def _start_due(self) -> bool:
        """Claim as many jobs of each kind as have room; say whether any began."""
        now = self._engine.clock.now()
        async with self._engine.db.system("jobs: look") as s:
            due = await jobs.kinds_due(s, now=now)
        has_begun = False
        for kind in self.kinds.values():
            # Begun before the next claim: that one may fail, and this one is committed.
            for job in await self._claim(kind) if kind.name in due else ():
                self._begin(job)
                has_begun = True
        return has_begun

    def _begin(self, job: Job) -> None:
        task = asyncio.create_task(self._run(job), name=f"job {job.kind} {job.id}")
        self._running[task] = job
        task.add_done_callback(self._ended)

    async def _take_over_orphans(self) -> None:
        """Make jobs due again that run by their row only: their begin or end failed (SQLite).

        On PostgreSQL other engines run jobs too, and the lease of an orphan ends.
        """
        if self._engine.db.is_postgres or time.monotonic() < self._take_over_at:
            return
        self._take_over_at = time.monotonic() + TAKE_OVER_EVERY_SECONDS
        at_work = {(job.id, job.fence) for job in self.running}
        async with self._engine.db.system("jobs: look for orphans") as s:
            orphans = await job_recovery.orphans(s, at_work)
        if orphans:
            _log.warning("jobs_orphaned", job_ids=[str(job_id) for job_id in orphans])
            async with self._engine.db.system("jobs: orphans", write=True) as s:
                now = self._engine.clock.now()
                await recovery.take_over_these(s, self.kinds, orphans, now=now)

    async def _claim(self, kind: JobKind) -> list[Job]:
        room = kind.at_once - sum(job.kind == kind.name for job in self._running.values())
        if room <= 0:
            return []
        now = self._engine.clock.now()
        async with self._engine.db.system(f"jobs: claim {kind.name}", write=True) as s:
            found = await jobs.claim_due(s, now=now, limit=room, kind=kind.name)
            if not kind.alone:
                return list(found)
            # Backwards: of two of one person, the one that waits longest keeps its turn.
            alone = [job for job in reversed(found) if await _is_alone(s, job)]
            return alone[::-1]

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._bell.set()

    async def _run(self, job: Job) -> None:
        try:
            with tracing.span("job", toney__job__kind=job.kind, toney__job__id=str(job.id)):
                await self.kinds[job.kind].run(self._engine, job)
        except LostJob:
            _log.warning("job_lost", job_id=str(job.id), kind=job.kind)
        except Exception as error:  # noqa: BLE001 - an edge: every failure becomes the row's end
            await self._end(job, self._broke, job, error)
        else:
            await self._end(job, self._done, job)

    async def _end(self, job: Job, write: Callable[..., Awaitable[None]], *args: object) -> None:
        """Write the end of a job; when that breaks, mark it as failed."""
        try:
            await self._until_written(write, *args)
        except Exception as error:  # noqa: BLE001 - an edge: it would seem to run for ever
            _log.exception("job_end_broke", job_id=str(job.id), kind=job.kind)
            await self._until_written(self._failed, job, error)

    async def _until_written(self, write: Callable[..., Awaitable[None]], *args: object) -> None:
        """Write the end of a job until that works: without it it seems to run for ever.

        An engine that stops tries once more; what it couldn't write, the next one recovers.
        """
        while True:
            is_last = self._ending.is_set()
            try:
                return await write(*args)
            except Unavailable as error:
                _log.warning("job_end_not_written", error=str(error))
            if is_last:
                return None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_SECONDS):
                    await self._ending.wait()

    async def _done(self, job: Job) -> None:
        """End a job that had nothing to write; one that ended with its effect stays as it is."""
        async with self._engine.db.system("jobs: done", write=True) as s:
            await jobs.finish(s, job.id, job.fence, now=self._engine.clock.now())

    async def _broke(self, job: Job, error: Exception) -> None:
        if not isinstance(error, ToneyError):
            _log.error("job_broke", job_id=str(job.id), kind=job.kind, exc_info=error)
        now, reason = self._engine.clock.now(), _reason(error)
        _log.warning("job_failed", job_id=str(job.id), kind=job.kind, reason=reason)
        async with self._engine.db.system("jobs: broke", write=True) as s:
            if _is_worth_repeating(self.kinds[job.kind], job, error):
                pause = FIRST_PAUSE * PAUSE_GROWS ** (job.attempts - 1)
                await jobs.repeat(s, job.id, job.fence, run_at=now + pause, error=reason)
            elif await jobs.fail(s, job.id, job.fence, now=now, error=reason):
                await recovery.give_up(s, self.kinds, job, reason=reason, now=now)

    async def _failed(self, job: Job, error: Exception) -> None:
        """Mark a job as failed whose end couldn't be written."""
        now, reason = self._engine.clock.now(), _reason(error)
        async with self._engine.db.system("jobs: failed", write=True) as s:
            if await jobs.fail(s, job.id, job.fence, now=now, error=reason):
                await recovery.give_up(s, self.kinds, job, reason=reason, now=now)


async def _is_alone(s: AsyncSession, job: Job) -> bool:
    """Let a job wait while another one of its person runs, here or in another engine."""
    owner = owner_of(job)
    await profiles.hold(s, owner)
    if not await jobs.is_another_running(s, owner, job):
        return True
    await jobs.put_back(s, job.id, job.fence)
    return False


def _is_worth_repeating(kind: JobKind, job: Job, error: Exception) -> bool:
    """Return True if the job is retried; after an unusable answer only if its kind says so."""
    if isinstance(error, StructureInvalid) and not kind.retries_unusable:
        return False
    if job.attempts >= job.max_attempts:
        return False
    return not isinstance(error, ToneyError) or (
        isinstance(error, OutsideWorld) and error.retryable
    )


def _reason(error: Exception) -> str:
    """Return what went wrong without anybody's words."""
    if isinstance(error, OutsideWorld):
        return f"{error.kind}: {error}" if isinstance(error, StructureInvalid) else error.kind
    return type(error).__name__
