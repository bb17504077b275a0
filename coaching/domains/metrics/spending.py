"""What model calls cost, by agent, model and day; needs a system unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import func

from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.sources import SUMS, called
from coaching.repositories.dialects import rows_of
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class Spent:
    """The calls of one role to one model: tokens by kind; micro-dollars as booked, and uncached."""

    role: str
    model: str
    calls: int
    input_tokens: int
    cache_read_tokens: int
    cache_write_5m_tokens: int
    cache_write_1h_tokens: int
    output_tokens: int
    microusd: int
    uncached_microusd: int

    @property
    def prompt_tokens(self) -> int:
        """All that was sent."""
        cached = self.cache_read_tokens + self.cache_write_5m_tokens + self.cache_write_1h_tokens
        return self.input_tokens + cached


@dataclass(frozen=True, slots=True)
class DaySpent:
    """One day in the admin's zone, in micro-dollars."""

    day: date
    microusd: int
    uncached_microusd: int


@dataclass(frozen=True, slots=True)
class CalledOn:
    """Cost of one agent's calls to one model on a day, in micro-dollars."""

    day: date
    role: str
    model: str
    calls: int
    microusd: int
    uncached_microusd: int


async def by_model(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> tuple[Spent, ...]:
    """Return what was spent between the first and the last edge, by role and model."""
    calls = called(kept, edges[0], edges[-1]).c
    statement = (
        sa.select(calls.role, calls.model, *(func.sum(calls[name]) for name in SUMS))
        .where(calls.provider != "offline")
        .group_by(calls.role, calls.model)
        .order_by(calls.role, calls.model)
    )
    return tuple(
        Spent(role, model, *map(int, sums)) for role, model, *sums in await rows_of(s, statement)
    )


async def by_day(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> tuple[DaySpent, ...]:
    """Return what each day cost, newest first, without days that had no call."""
    calls = called(kept, edges[0], edges[-1]).c
    statement = (
        sa.select(calls.day, func.sum(calls.microusd), func.sum(calls.uncached_microusd))
        .where(calls.provider != "offline")
        .group_by(calls.day)
        .order_by(calls.day.desc())
    )
    rows = await rows_of(s, statement)
    return tuple(DaySpent(day, int(booked), int(plain)) for day, booked, plain in rows)


async def by_agent_model_and_day(
    s: AsyncSession,
    start: datetime,
    end: datetime,
    *,
    scope: Scope = EVERYBODY,
    kept: Kept = RAW,
    provider: str = "",
) -> tuple[CalledOn, ...]:
    """Return what each agent's calls to each model cost on each day of [start, end)."""
    calls = called(kept, start, end, scope=scope, provider=provider).c
    keys = (calls.day, calls.role, calls.model)
    sums = (calls.calls, calls.microusd, calls.uncached_microusd)
    statement = (
        sa.select(*keys, *map(func.sum, sums))
        .where(calls.provider != "offline")
        .group_by(*keys)
        .order_by(*keys)
    )
    return tuple(
        CalledOn(day, role, model, *map(int, found))
        for day, role, model, *found in await rows_of(s, statement)
    )
