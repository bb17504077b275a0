"""Who answers: the model, or the offline coach when the day's limit is reached."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.services import costs

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.agents.engine import Engine
    from coaching.clock import Clock
    from coaching.llm.port import LLM
    from coaching.repositories.db import Db
    from coaching.settings import Settings

REMEMBERED = timedelta(seconds=10)


class CostGate:
    """Knows whether the day's limit is reached; the sum is up to a minute old in any case."""

    def __init__(self, db: Db, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._settings = settings
        self._clock = clock
        self._asked_at: datetime | None = None
        self._is_over = False

    async def is_over(self, owner: UUID) -> bool:
        """Return whether the limit is reached, as it was a few seconds ago at most."""
        now = self._clock.now()
        if self._asked_at is None or not (self._asked_at <= now < self._asked_at + REMEMBERED):
            async with self._db.unit(owner) as s:
                self._is_over = await costs.is_over(s, self._settings, now=now)
            self._asked_at = now
        return self._is_over


async def llm_for(engine: Engine, owner: UUID) -> LLM:
    """Return the model that may be asked now."""
    if engine.llm.name == "offline":
        return engine.llm
    return engine.offline if await engine.cost_gate.is_over(owner) else engine.llm
