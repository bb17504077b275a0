"""What calls of the model cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import func, select

from coaching.models import ModelCall

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


async def cost_between(s: AsyncSession, start: datetime, end: datetime) -> int:
    """Return the microdollars of everybody's calls in [start, end); needs a system unit."""
    statement = select(func.coalesce(func.sum(ModelCall.cost_microusd), 0)).where(
        ModelCall.created_at >= start, ModelCall.created_at < end
    )
    return int((await s.exec(statement)).one() or 0)
