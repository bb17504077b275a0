"""What calls of the model cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select

from coaching.llm.prices import DEAREST, PRICES
from coaching.model_settings import LOCAL
from coaching.models import ModelCall
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
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


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> Sequence[ModelCall]:
    """Return the calls of a turn in their order: each step and attempt, then the Observer's."""
    statement = select(ModelCall).where(ModelCall.user_id == owner, ModelCall.turn_id == turn_id)
    return (await s.exec(statement.order_by(col(ModelCall.created_at)))).all()


def _asked(start: datetime, end: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the condition for calls of a model: what rules answered cost nothing."""
    return (
        col(ModelCall.created_at) >= start,
        col(ModelCall.created_at) < end,
        col(ModelCall.provider) != "offline",
    )


def uncached() -> sa.ColumnElement[int]:
    """Return what a call would have cost without a cache, rounded up as `prices.cost_of` does."""
    model = col(ModelCall.model)
    whens: list[Any] = [(model.startswith(LOCAL, autoescape=True), 0)]
    for name, row in (*PRICES.items(), ("", DEAREST)):
        is_it = _is_called(name) if name else sa.true()
        if row.long is not None:
            dear = _plain(row.long.input, row.long.output)
            whens.append((is_it & (row.long_from < _PROMPT), dear))
        whens.append((is_it, _plain(row.normal.input, row.normal.output)))
    return sa.case(*whens)


def _is_called(name: str) -> sa.ColumnElement[bool]:
    """Match a model's name with or without a date."""
    model = col(ModelCall.model)
    return sa.or_(model == name, *(model.like(f"{name}{mark}{'_' * 8}") for mark in "-@"))


def _plain(sent: int, received: int) -> sa.ColumnElement[int]:
    prompt, output = (sa.cast(n, sa.BigInteger) for n in (_PROMPT, col(ModelCall.output_tokens)))
    return (prompt * sent + output * received + 999) // 1000


def _sum(column: sa.SQLColumnExpression[Any]) -> sa.ColumnElement[int]:
    return func.coalesce(func.sum(column), 0)
