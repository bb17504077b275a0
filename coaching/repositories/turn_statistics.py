"""Counts of turns over all people; needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from coaching.models import Turn
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession


async def by_status(s: AsyncSession) -> dict[TurnStatus, int]:
    """Return how many turns are in each state."""
    rows = await s.exec(select(Turn.status, func.count()).group_by(col(Turn.status)))
    return {TurnStatus(status): count for status, count in rows.all()}
