"""What calls of the model cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select, update

from coaching.llm.prices import LIST
from coaching.model_settings import LOCAL
from coaching.models import ModelCall
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.llm.prices import ModelPrice, PriceRow, PriceTable

ENDED_WELL = ("done", "stopped", "mended")
_PROMPT = (
    col(ModelCall.input_tokens)
    + col(ModelCall.cache_read_tokens)
    + col(ModelCall.cache_write_5m_tokens)
    + col(ModelCall.cache_write_1h_tokens)
)

# Made once: the cost check asks it each minute.
_COST = select(func.coalesce(func.sum(ModelCall.cost_microusd), 0)).where(
    col(ModelCall.created_at) >= sa.bindparam("start"),
    col(ModelCall.created_at) < sa.bindparam("end"),
)


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many calls there were, how many ended badly, and the most that were one person's."""

    calls: int = 0
    bad: int = 0
    most_of_one: int = 0


async def cost_between(s: AsyncSession, start: datetime, end: datetime) -> int:
    """Return the microdollars of everybody's calls in [start, end); needs a system unit."""
    return int((await s.exec(_COST, params={"start": start, "end": end})).one() or 0)


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


async def unlink(s: AsyncSession, owner: UUID) -> None:
    """Take from a person's calls what leads to them or ties two calls together.

    Its time and cost stay, and every other column that is added up by day.
    """
    nothing = {
        "turn_id": None,
        "job_id": None,
        "request_id": "",
        "prompt_hash": "",
        "tools_hash": "",
    }
    await s.exec(update(ModelCall).where(col(ModelCall.user_id) == owner).values(**nothing))


def _asked(start: datetime, end: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the condition for calls of a model: what rules answered cost nothing."""
    return (
        col(ModelCall.created_at) >= start,
        col(ModelCall.created_at) < end,
        col(ModelCall.provider) != "offline",
    )


@lru_cache(maxsize=8)  # hundreds of parts, which the statements of a page all ask for
def uncached(prices: PriceTable = LIST) -> sa.ColumnElement[int]:
    """Return what a call would have cost without a cache, rounded up as `prices.cost_of` does."""
    model = col(ModelCall.model)
    whens: list[Any] = [(model.startswith(LOCAL, autoescape=True), 0)]
    for name in sorted(prices.by_model, key=len, reverse=True):
        for row in prices.by_model[name]:
            whens.extend(_whens(_is_of(row), row.price))
    return sa.case(*whens, *_whens(sa.true(), prices.dearest))


def _whens(
    is_it: sa.ColumnElement[bool], price: ModelPrice
) -> Iterator[tuple[sa.ColumnElement[bool], sa.ColumnElement[int]]]:
    if price.long is not None:
        yield is_it & (price.long_from < _PROMPT), _plain(price.long.input, price.long.output)
    yield is_it, _plain(price.normal.input, price.normal.output)


def _is_of(row: PriceRow) -> sa.ColumnElement[bool]:
    """Match calls of a row's model, with or without a date in its name, from the row's day on."""
    model = col(ModelCall.model)
    dated = (model.like(f"{_escaped(row.model)}{mark}{'_' * 8}", escape="/") for mark in "-@")
    is_it = sa.or_(model == row.model, *dated)
    if row.since is None:
        return is_it
    return is_it & (col(ModelCall.created_at) >= datetime.combine(row.since, time(), UTC))


def _escaped(name: str) -> str:
    return name.replace("/", "//").replace("_", "/_").replace("%", "/%")


def _plain(sent: int, received: int) -> sa.ColumnElement[int]:
    prompt, output = (sa.cast(n, sa.BigInteger) for n in (_PROMPT, col(ModelCall.output_tokens)))
    return (prompt * sent + output * received + 999) // 1000


def _sum(column: sa.SQLColumnExpression[Any]) -> sa.ColumnElement[int]:
    return func.coalesce(func.sum(column), 0)
