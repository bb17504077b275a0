"""APScheduler as a clock: in memory, and all it does is make rows due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from coaching.errors import Unavailable
from coaching.jobs import SWEEPS

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.jobs.kind import Sweep

# A run that is late runs once, however late: the loop may have been busy.
_DEFAULTS = {"coalesce": True, "max_instances": 1, "misfire_grace_time": None}

_log = structlog.get_logger(__name__)


class Timekeeper:
    """Runs the sweeps at their intervals, from the start on."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scheduler: Any = None  # APScheduler 3 comes without types

    @property
    def is_running(self) -> bool:
        """Return True if this engine keeps time."""
        return self._scheduler is not None

    def start(self) -> None:
        """Begin; nothing happens when it has begun."""
        if self._scheduler is not None:
            return
        self._scheduler = AsyncIOScheduler(timezone="UTC", job_defaults=_DEFAULTS)
        for sweep in SWEEPS:
            self._scheduler.add_job(self._run, "interval", [sweep], seconds=sweep.every_seconds)
        self._scheduler.start()

    def stop(self) -> None:
        """End; nothing happens when it has ended."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None

    async def _run(self, sweep: Sweep) -> None:
        try:
            await sweep.run(self._engine)
        except Unavailable as error:
            _log.warning("sweep_not_done", sweep=sweep.name, error=str(error))
