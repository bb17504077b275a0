"""The day's limit, asked before each call of a model, and each person's limit of the month.

This process adds up its own calls as they end, whatever the service says they cost, and holds room
for those that run. What others spent comes with the check of each minute. The larger sum counts.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.agents.month_budget import MonthBudget
from coaching.errors import LLMUnavailable
from coaching.llm.port import Usage
from coaching.llm.prices import cost_of
from coaching.llm.roles import ROLES
from coaching.llm.tokens import estimated
from coaching.services import costs
from coaching.services.usage import day_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from datetime import datetime
    from uuid import UUID

    from coaching.clock import Clock
    from coaching.models import ModelCall
    from coaching.repositories.db import Db
    from coaching.services.model_calls import Caller
    from coaching.settings import Settings

COST_LIMIT = "cost_limit"
REMEMBERED = timedelta(seconds=10)


class CostGate:
    """Knows what the UTC day has cost so far, and lets calls begin below the limit only."""

    def __init__(self, db: Db, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._limit = settings.cost_limit_usd_per_day * costs.MICRO
        self._settings = settings
        self._clock = clock
        self._asked_at: datetime | None = None
        self._day = ""
        self._spent = 0
        self._running: dict[object, int] = {}
        self.months = MonthBudget(db, settings, clock)
        self.on_call: Callable[[str, str, int, int], None] | None = None

    async def is_over(self, owner: UUID) -> bool:
        """Return True if the limit is reached; what others spent is up to a minute old."""
        now = self._clock.now()
        if self._asked_at is None or not (self._asked_at <= now < self._asked_at + REMEMBERED):
            async with self._db.unit(owner) as s:
                known = await costs.spent(s, now=now)
            self._begin_day(now)
            self._spent = max(self._spent, known)
            self._asked_at = now
        return self._is_over(now)

    @contextmanager
    def call(self, caller: Caller, characters: int) -> Generator[None]:
        """Hold room for a call of so many characters while it runs, or refuse it."""
        if caller.provider == "offline":
            yield
            return
        if self._is_over(self._clock.now()):
            raise LLMUnavailable("the day's limit is reached", kind=COST_LIMIT)
        if self.months.has_spent_all(caller.owner):
            raise LLMUnavailable("the person's limit of the month is reached", kind=COST_LIMIT)
        row = ROLES[caller.role]
        usage = Usage(estimated(characters), row.usual_output_tokens)
        call = object()
        self._running[call] = cost_of(row.priced_name(self._settings), usage).micro_usd
        try:
            yield
        finally:
            del self._running[call]

    def add(self, row: ModelCall) -> None:
        """Count what a call cost, if it is of today."""
        if self.on_call is not None:
            self.on_call(row.role, row.outcome, row.milliseconds, row.cost_microusd or 0)
        self.months.add(row)
        self._begin_day(self._clock.now())
        if day_of(row.created_at) == self._day:
            self._spent += row.cost_microusd or 0

    def _is_over(self, now: datetime) -> bool:
        self._begin_day(now)
        return self._spent + sum(self._running.values()) >= self._limit

    def _begin_day(self, now: datetime) -> None:
        if (day := day_of(now)) != self._day:
            self._day, self._spent, self._asked_at = day, 0, None
