"""The day's cost limit and each person's limit of the month, asked before each call of a model.

This process adds up its own calls as they end, whatever the service says they cost, and holds room
for those that run. What others spent comes with the check of each minute. The larger sum counts.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from coaching.domains.own_costs import queries
from coaching.errors import LLMUnavailable
from coaching.llm.port import Usage
from coaching.llm.price_file import price_table
from coaching.llm.prices import estimated
from coaching.llm.roles import ROLES
from coaching.services import costs
from coaching.services.usage import next_day, next_month, start_of_month

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from uuid import UUID

    from coaching.clock import Clock
    from coaching.models import ModelCall
    from coaching.repositories.db import Db
    from coaching.services.model_calls import Caller
    from coaching.settings import Settings

COST_LIMIT = "cost_limit"
DAY_KNOWN_FOR = timedelta(seconds=10)
MONTH_KNOWN_FOR = timedelta(minutes=1)
_DAY = timedelta(days=1)
_MANY = 4096
"""So many people's months are kept in memory."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC) + _DAY


@dataclass(slots=True)
class _Month:
    """A person's sum of the month that ends at `ends_at`, read from the database at `read_at`."""

    ends_at: datetime
    micro_usd: int
    read_at: datetime


class CostGate:
    """Knows what the UTC day and a person's UTC month have cost; calls begin below both limits."""

    def __init__(self, db: Db, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._limit = settings.cost_limit_usd_per_day * costs.MICRO
        self._month_limit = settings.cost_limit_usd_per_person_per_month * costs.MICRO
        self._models = {role: row.priced_name(settings) for role, row in ROLES.items()}
        self.prices = price_table(settings)
        self._clock = clock
        self._read_at: datetime | None = None
        self._day_ends = _LONG_AGO
        self._spent = 0
        self._running: dict[object, int] = {}
        self._months: dict[UUID, _Month] = {}
        self.on_call: Callable[[str, str, int, int], None] | None = None

    async def is_over(self, owner: UUID) -> bool:
        """Return True if the day's limit is reached; what others spent is up to a minute old."""
        now = self._clock.now()
        if self._read_at is None or not (self._read_at <= now < self._read_at + DAY_KNOWN_FOR):
            async with self._db.unit(owner) as s:
                known = await costs.spent(s, now=now)
            self._begin_day(now)
            self._spent = max(self._spent, known)
            self._read_at = now
        return self._is_over(now)

    async def is_over_month(self, owner: UUID) -> bool:
        """Return True if a person has reached their limit; look it up only if there is one."""
        if not self._month_limit:
            return False
        now = self._clock.now()
        known = self._month(owner, now)
        if known is None or not (known.read_at <= now < known.read_at + MONTH_KNOWN_FOR):
            async with self._db.unit(owner) as s:
                spent = await queries.spent_since(s, owner, start_of_month(now))
            if len(self._months) >= _MANY:
                self._months.clear()
            known = _Month(next_month(now), max(spent, known.micro_usd if known else 0), now)
            self._months[owner] = known
        return known.micro_usd >= self._month_limit

    @contextmanager
    def call(self, caller: Caller, characters: int) -> Generator[None]:
        """Hold room for a call of so many characters while it runs, or refuse it."""
        if caller.provider == "offline":
            yield
            return
        now = self._clock.now()
        if self._is_over(now):
            raise LLMUnavailable("the day's limit is reached", kind=COST_LIMIT)
        month = self._month(caller.owner, now) if self._month_limit else None
        if month is not None and month.micro_usd >= self._month_limit:
            raise LLMUnavailable("the person's limit of the month is reached", kind=COST_LIMIT)
        usage = Usage(estimated(characters), ROLES[caller.role].usual_output_tokens)
        call, model = object(), self._models[caller.role]
        self._running[call] = self.prices.cost_of(model, usage, now).micro_usd
        try:
            yield
        finally:
            del self._running[call]

    def add(self, row: ModelCall) -> None:
        """Count what a call cost, for its day and for its person's month."""
        cost, now = row.cost_microusd or 0, self._clock.now()
        if self.on_call is not None:
            self.on_call(row.role, row.outcome, row.milliseconds, cost)
        month = self._month(row.user_id, now) if row.user_id else None
        if month is not None:
            month.micro_usd += cost
        self._begin_day(now)
        if self._day_ends - _DAY <= row.created_at < self._day_ends:
            self._spent += cost

    def _is_over(self, now: datetime) -> bool:
        self._begin_day(now)
        return self._spent + sum(self._running.values()) >= self._limit

    def _begin_day(self, now: datetime) -> None:
        if not (self._day_ends - _DAY <= now < self._day_ends):
            self._day_ends, self._spent, self._read_at = next_day(now), 0, None

    def _month(self, owner: UUID, now: datetime) -> _Month | None:
        known = self._months.get(owner)
        return known if known and now < known.ends_at else None
