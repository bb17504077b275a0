"""What calls of the model cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select

from coaching.llm.prices import price_of
from coaching.models import ModelCall
from coaching.repositories.dialects import on_postgres, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

ENDED_WELL = ("done", "stopped", "mended")
_PROMPT = (
    col(ModelCall.input_tokens)
    + col(ModelCall.cache_read_tokens)
    + col(ModelCall.cache_write_5m_tokens)
    + col(ModelCall.cache_write_1h_tokens)
)


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
    """One UTC day, in micro-dollars."""

    day: date
    microusd: int
    uncached_microusd: int


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many calls there were, how many ended badly, and the most that were one person's."""

    calls: int = 0
    bad: int = 0
    most_of_one: int = 0


async def cost_between(s: AsyncSession, start: datetime, end: datetime) -> int:
    """Return the microdollars of everybody's calls in [start, end); needs a system unit."""
    statement = select(func.coalesce(func.sum(ModelCall.cost_microusd), 0)).where(
        col(ModelCall.created_at) >= start, ModelCall.created_at < end
    )
    return int((await s.exec(statement)).one() or 0)


async def spent_between(s: AsyncSession, start: datetime, end: datetime) -> tuple[Spent, ...]:
    """Return what was spent in [start, end) by role and model; needs a system unit."""
    by = (col(ModelCall.role), col(ModelCall.model))
    statement = (
        sa.select(
            *by,
            func.count(),
            _sum(col(ModelCall.input_tokens)),
            _sum(col(ModelCall.cache_read_tokens)),
            _sum(col(ModelCall.cache_write_5m_tokens)),
            _sum(col(ModelCall.cache_write_1h_tokens)),
            _sum(col(ModelCall.output_tokens)),
            _sum(col(ModelCall.cost_microusd)),
            _sum(_uncached(await _models(s, start, end))),
        )
        .where(*_asked(start, end))
        .group_by(*by)
        .order_by(*by)
    )
    rows = await rows_of(s, statement)
    return tuple(Spent(row[0], row[1], *map(int, row[2:])) for row in rows)


async def spent_by_day(s: AsyncSession, start: datetime, end: datetime) -> tuple[DaySpent, ...]:
    """Return what each UTC day cost, newest first, without days that had no call; system unit."""
    at: Any = col(ModelCall.created_at)
    day = func.date(func.timezone("UTC", at) if on_postgres(s) else at)
    statement = (
        sa.select(
            day,
            _sum(col(ModelCall.cost_microusd)),
            _sum(_uncached(await _models(s, start, end))),
        )
        .where(*_asked(start, end))
        .group_by(day)
        .order_by(day.desc())
    )
    rows = await rows_of(s, statement)
    return tuple(
        DaySpent(date.fromisoformat(str(row[0])), int(row[1]), int(row[2])) for row in rows
    )


async def traffic_between(s: AsyncSession, start: datetime, end: datetime) -> Traffic:
    """Return how the calls in [start, end) went; needs a system unit."""
    is_bad = col(ModelCall.outcome).not_in(ENDED_WELL)
    statement = (
        sa.select(func.count(), _sum(sa.case((is_bad, 1), else_=0)))
        .where(*_asked(start, end))
        .group_by(col(ModelCall.user_id))
    )
    rows = [(int(calls), int(bad)) for calls, bad in await rows_of(s, statement)]
    return Traffic(
        calls=sum(calls for calls, _ in rows),
        bad=sum(bad for _, bad in rows),
        most_of_one=max((calls for calls, _ in rows), default=0),
    )


async def outcomes(s: AsyncSession, role: str, *, since: datetime) -> dict[str, int]:
    """Return how the calls of a role ended since an instant; needs a system unit."""
    statement = (
        sa.select(col(ModelCall.outcome), func.count())
        .where(
            col(ModelCall.role) == role,
            col(ModelCall.created_at) >= since,
            col(ModelCall.provider) != "offline",
        )
        .group_by(col(ModelCall.outcome))
    )
    return {str(outcome): int(count) for outcome, count in await rows_of(s, statement)}


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> Sequence[ModelCall]:
    """Return the calls of a turn in their order: each step and attempt, then the Observer's."""
    statement = select(ModelCall).where(ModelCall.user_id == owner, ModelCall.turn_id == turn_id)
    return (await s.exec(statement.order_by(col(ModelCall.created_at)))).all()


async def _models(s: AsyncSession, start: datetime, end: datetime) -> Sequence[str]:
    statement = select(ModelCall.model).where(*_asked(start, end)).distinct()
    return (await s.exec(statement)).all()


def _asked(start: datetime, end: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the condition for calls of a model: what rules answered cost nothing."""
    return (
        col(ModelCall.created_at) >= start,
        col(ModelCall.created_at) < end,
        col(ModelCall.provider) != "offline",
    )


def _uncached(models: Iterable[str]) -> sa.ColumnElement[int]:
    """Return what a call would have cost without a cache, rounded up as `prices.cost_of` does."""
    whens: list[Any] = []
    for model in models:
        row = price_of(model)
        is_it = col(ModelCall.model) == model
        if row.long is not None:
            whens.append(
                (is_it & (row.long_from < _PROMPT), _plain(row.long.input, row.long.output))
            )
        whens.append((is_it, _plain(row.normal.input, row.normal.output)))
    return sa.case(*whens, else_=0) if whens else sa.literal(0)


def _plain(sent: int, received: int) -> sa.ColumnElement[int]:
    prompt, output = (sa.cast(n, sa.BigInteger) for n in (_PROMPT, col(ModelCall.output_tokens)))
    return (prompt * sent + output * received + 999) // 1000


def _sum(column: sa.SQLColumnExpression[Any]) -> sa.ColumnElement[int]:
    return func.coalesce(func.sum(column), 0)
