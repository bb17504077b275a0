"""Counted turns per UTC day: one conditional upsert, so that 80 at once stop exactly at 50."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select, update

from coaching.models import Turn, UsageDay
from coaching.repositories import dialects

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def charge(s: AsyncSession, owner: UUID, *, day: str, limit: int) -> bool:
    """Count one turn; False, and nothing counted, when the day's limit is reached."""
    if limit < 1:
        return False
    insert = dialects.insert(s, UsageDay).values(user_id=owner, day=day, used=1)
    statement = insert.on_conflict_do_update(
        index_elements=["user_id", "day"],
        set_={"used": col(UsageDay.used) + 1},
        where=col(UsageDay.used) < limit,
    ).returning(col(UsageDay.used))
    return (await s.exec(statement)).first() is not None


async def used(s: AsyncSession, owner: UUID, *, day: str) -> int:
    """Return how many turns of a day were counted."""
    statement = select(UsageDay.used).where(UsageDay.user_id == owner, UsageDay.day == day)
    return (await s.exec(statement)).first() or 0


async def refund(s: AsyncSession, owner: UUID, turn_id: UUID, *, now: datetime) -> bool:
    """Give a counted turn back, once."""
    mark = (
        update(Turn)
        .where(
            col(Turn.user_id) == owner,
            col(Turn.id) == turn_id,
            col(Turn.counted_on).is_not(None),
            col(Turn.refunded_at).is_(None),
        )
        .values(refunded_at=now)
        .returning(col(Turn.counted_on))
    )
    day = (await s.exec(mark)).scalar_one_or_none()
    if day is None:
        return False
    give_back = update(UsageDay).where(col(UsageDay.user_id) == owner, col(UsageDay.day) == day)
    await s.exec(give_back.values(used=col(UsageDay.used) - 1))
    return True
