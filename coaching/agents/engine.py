"""The parts of `Coaching` that agents, tools and jobs use. `coaching.bootstrap` builds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from coaching.agents.cost_gate import CostGate
    from coaching.clock import Clock
    from coaching.llm.port import LLM
    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from coaching.web import Lookups


class Engine(Protocol):
    """Injected dependencies. `llm` replies; `offline` is the fallback when it may not or can't."""

    @property
    def settings(self) -> Settings: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def db(self) -> Db: ...

    @property
    def llm(self) -> LLM: ...

    @property
    def offline(self) -> LLM: ...

    @property
    def cost_gate(self) -> CostGate: ...

    @property
    def lookups(self) -> Lookups: ...

    def reached(self, point: str) -> None:
        """Mark a crash point: does nothing, except in a crash test, where the process is killed."""
        ...

    def reminded(self, outcome: str) -> None:
        """Count a reminder: sent or failed."""
        ...

    def wake_jobs(self) -> None:
        """Wake the job loop now. Call it after the commit, never inside a transaction."""
        ...
