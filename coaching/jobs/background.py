"""Everything that an engine does beside the conversations: jobs, their leases, the clock."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from coaching.errors import Unavailable
from coaching.jobs import ALL_JOBS, recovery
from coaching.jobs.loop import JobLoop
from coaching.jobs.scheduler import Timekeeper
from coaching.repositories import jobs

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.jobs.leader import SchedulerLock

TEND_EVERY_SECONDS = 4.0
LEAVE_WITHIN_SECONDS = 10.0

_log = structlog.get_logger(__name__)


class Background:
    """Started with the engine, stopped with it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = JobLoop(engine, ALL_JOBS)
        self._time = Timekeeper(engine)
        self._lock = _scheduler_lock(engine)
        self._leaving = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_running(self) -> bool:
        """Return True if jobs are looked for, and none of its tasks has died."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    async def start(self) -> None:
        """Take over what a dead engine left, then run what is due and keep time."""
        if self._lock is None:
            await self._take_over()
            self._time.start()
        else:
            self._tasks.append(asyncio.create_task(self._tend(self._lock), name="job leases"))
        self._tasks.append(asyncio.create_task(self._loop.run(), name="job loop"))

    def wake(self) -> None:
        """Look for due jobs now; call it after the commit, never inside a unit."""
        self._loop.wake()

    async def stop(self) -> None:
        """Let running jobs end, put the others back, and keep time no longer."""
        self._time.stop()
        # Told, not cancelled: a cancelled unit loses its connection, loudly.
        self._leaving.set()
        self._loop.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._loop.settle(seconds=LEAVE_WITHIN_SECONDS)
        if self._lock is not None:
            await self._lock.release()

    async def _take_over(self) -> None:
        """Behind the engine lock every running job is ours: its engine is dead."""
        async with self._engine.db.system("jobs: recover", write=True) as s:
            await recovery.take_over_all(s, self._loop.kinds, now=self._engine.clock.now())

    async def _tend(self, lock: SchedulerLock) -> None:
        """Keep our leases, take over those that ended, and keep time if nobody else does."""
        while not self._leaving.is_set():
            try:
                await self._renew_leases()
                self._time.start() if await lock.is_mine() else self._time.stop()
            except Unavailable as error:
                _log.warning("jobs_not_reachable", error=str(error))
            except Exception:  # noqa: BLE001 - an edge: without it every lease would end
                _log.exception("job_leases_not_renewed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), TEND_EVERY_SECONDS)
        self._time.stop()

    async def _renew_leases(self) -> None:
        async with self._engine.db.system("jobs: leases", write=True) as s:
            for job in self._loop.running:
                if not await jobs.extend_lease(s, job.id, job.fence):
                    _log.warning("job_lost", job_id=str(job.id), kind=job.kind)
            now = self._engine.clock.now()
            is_due = await recovery.take_over_expired(s, self._loop.kinds, now=now)
        if is_due:
            self._loop.wake()


def _scheduler_lock(engine: Engine) -> SchedulerLock | None:
    if not engine.db.is_postgres:
        return None
    from coaching.jobs import leader  # noqa: PLC0415 - its driver takes time and 6 MB

    return leader.SchedulerLock(engine.settings.database)
