"""Counted turns per UTC day: one conditional upsert, so that 80 at once stop exactly at 50."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
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
    counted = {"owner": owner, "today": day, "limit": limit}
    statement = _charge(is_postgres=dialects.on_postgres(s))
    rows = await (await s.connection()).execute(statement, counted)
    return rows.first() is not None


@cache
def _charge(*, is_postgres: bool) -> sa.Executable:
    """Return the statement. Each turn asks it, and making it takes longer than running it."""
    row: dict[str, Any] = {
        "user_id": sa.bindparam("owner"),
        "day": sa.bindparam("today"),
        "used": 1,
    }
    return (
        dialects.insert_into(UsageDay, is_postgres=is_postgres)
        .values(row)
        .on_conflict_do_update(
            index_elements=["user_id", "day"],
            set_={"used": col(UsageDay.used) + 1},
            where=col(UsageDay.used) < sa.bindparam("limit"),
        )
        .returning(col(UsageDay.used))
    )


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
