"""The parts of an engine that agents and jobs use, without a runner, a lock or a loop."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.agents.cost_gate import CostGate
from coaching.llm.scripted import ScriptedLLM
from coaching.web import Lookups
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.llm.port import LLM
    from coaching.repositories.db import Db
    from coaching.settings import Settings


class Killed(BaseException):
    """The process is gone at this point."""


@dataclass
class BareEngine:
    """`dies_at` names a point where the process would be killed; `woken` counts the wakes."""

    settings: Settings
    clock: FrozenClock
    db: Db
    llm: LLM = field(default_factory=ScriptedLLM)
    offline: LLM = field(default_factory=ScriptedLLM)
    lookups: Lookups = field(default_factory=Lookups)
    dies_at: str = ""
    woken: int = 0
    _points: defaultdict[str, asyncio.Event] = field(
        default_factory=lambda: defaultdict(asyncio.Event)
    )

    def __post_init__(self) -> None:
        self.cost_gate = CostGate(self.db, self.settings, self.clock)

    def reached(self, point: str) -> None:
        self._points[point].set()
        if point == self.dies_at:
            raise Killed(point)

    async def has_reached(self, point: str) -> None:
        """Wait until a point was reached."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._points[point].wait()

    def reminded(self, outcome: str) -> None:
        """Nothing counts here."""

    def wake_jobs(self) -> None:
        self.woken += 1
