"""What calls of the model cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import func, select

from coaching.models import ModelCall

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, calls: Sequence[ModelCall]) -> None:
    """Store calls; their ids are made by the caller, so that a repeat cannot count twice."""
    for call in calls:
        call.user_id = owner
    s.add_all(calls)
    await s.flush()


async def cost_between(s: AsyncSession, start: datetime, end: datetime) -> int:
    """Return the microdollars of everybody's calls in [start, end); needs a system unit."""
    statement = select(func.coalesce(func.sum(ModelCall.cost_microusd), 0)).where(
        ModelCall.created_at >= start, ModelCall.created_at < end
    )
    return int((await s.exec(statement)).one() or 0)
