"""A person's limit of the month, asked before each call of a model for them.

What they spent is read from the database now and then; in between, this process adds up the calls
that it made itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.own_costs import queries
from coaching.services.costs import MICRO
from coaching.services.usage import month_of, start_of_month

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.clock import Clock
    from coaching.models import ModelCall
    from coaching.repositories.db import Db
    from coaching.settings import Settings

REMEMBERED = timedelta(minutes=1)
_MANY = 4096


@dataclass(slots=True)
class _Known:
    month: str
    micro_usd: int
    read_at: datetime


class MonthBudget:
    """Knows what each person's UTC month has cost so far."""

    def __init__(self, db: Db, settings: Settings, clock: Clock) -> None:
        self._db = db
        self._limit = settings.cost_limit_usd_per_person_per_month * MICRO
        self._clock = clock
        self._known: dict[UUID, _Known] = {}

    async def is_over(self, owner: UUID) -> bool:
        """Return True if a person has reached their limit; look it up only if there is one."""
        if not self._limit:
            return False
        now = self._clock.now()
        known = self._now(owner)
        if known is None or not (known.read_at <= now < known.read_at + REMEMBERED):
            async with self._db.unit(owner) as s:
                spent = await queries.spent_since(s, owner, start_of_month(now))
            if len(self._known) >= _MANY:
                self._known.clear()
            spent = max(spent, known.micro_usd if known else 0)
            self._known[owner] = _Known(month_of(now), spent, now)
        return self.has_spent_all(owner)

    def has_spent_all(self, owner: UUID) -> bool:
        """Return True if a person is known to have reached their limit; don't look it up."""
        known = self._now(owner)
        return bool(self._limit) and known is not None and known.micro_usd >= self._limit

    def add(self, row: ModelCall) -> None:
        """Count what a call cost."""
        known = self._now(row.user_id) if row.user_id else None
        if known is not None:
            known.micro_usd += row.cost_microusd or 0

    def _now(self, owner: UUID) -> _Known | None:
        known = self._known.get(owner)
        return known if known and known.month == month_of(self._clock.now()) else None
