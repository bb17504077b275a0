"""Calls of models that were made for one person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.models import ModelCall
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of one role to one model for one reason; `is_known` if each price was known."""

    role: str
    reason: str
    model: str
    calls: int
    micro_usd: int
    is_known: bool


async def spent_since(s: AsyncSession, owner: UUID, start: datetime) -> int:
    """Return the micro-dollars of a person's calls since an instant."""
    cost = func.coalesce(func.sum(col(ModelCall.cost_microusd)), 0)
    rows = await rows_of(s, sa.select(cost).where(*_asked(owner, start)))
    return int(rows[0][0])


async def calls_since(s: AsyncSession, owner: UUID, start: datetime) -> list[Calls]:
    """Return a person's calls since an instant by role, reason and model, the dearest first."""
    by = (col(ModelCall.role), col(ModelCall.reason), col(ModelCall.model))
    cost = func.coalesce(func.sum(col(ModelCall.cost_microusd)), 0)
    guessed = func.sum(sa.case((col(ModelCall.cost_known).is_(True), 0), else_=1))
    statement = (
        sa.select(*by, func.count(), cost, guessed)
        .where(*_asked(owner, start))
        .group_by(*by)
        .order_by(cost.desc(), *by)
    )
    return [
        Calls(role, reason, model, int(calls), int(spent), not guesses)
        for role, reason, model, calls, spent, guesses in await rows_of(s, statement)
    ]


def _asked(owner: UUID, start: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """Leave out the offline coach, which asks no model."""
    return (
        col(ModelCall.user_id) == owner,
        col(ModelCall.created_at) >= start,
        col(ModelCall.provider) != "offline",
    )
