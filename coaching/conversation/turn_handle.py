"""The handle on a turn that runs in this process: it can be stopped, or found lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from coaching.agents.turn_run import LostTurn

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any


class Stopped(Exception):
    """The person pressed stop."""


class LiveTurn:
    """Runs a turn's work so that it can be ended from outside for a reason."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._reason: type[Exception] | None = None

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work; raise `Stopped` or `LostTurn` when it was ended from outside."""
        self._task = asyncio.create_task(work)
        if self._reason is not None:
            self._task.cancel()
        try:
            await asyncio.wait({self._task})
        except asyncio.CancelledError:  # the engine stops: end the work, then go
            self._task.cancel()
            await asyncio.wait({self._task})
            raise
        if self._task.cancelled() and self._reason is not None:
            raise self._reason
        self._task.result()

    def stop(self) -> None:
        """End it: the person pressed stop."""
        self._end(Stopped)

    def lose(self) -> None:
        """End it: another engine owns the turn."""
        self._end(LostTurn)

    def _end(self, reason: type[Exception]) -> None:
        self._reason = self._reason or reason
        if self._task is not None:
            self._task.cancel()
