"""Small victories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, select

from coaching.models import Win

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it.
_NEWEST = (
    select(Win)
    .where(col(Win.user_id) == sa.bindparam("owner"))
    .order_by(col(Win.created_at).desc(), col(Win.id).desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)
_BEFORE = _NEWEST.where(col(Win.created_at) < sa.bindparam("before"))


async def add(s: AsyncSession, owner: UUID, win: Win) -> Win:
    """Store a win."""
    win.user_id = owner
    s.add(win)
    await s.flush()
    return win


async def for_user(
    s: AsyncSession, owner: UUID, *, before: datetime | None = None, limit: int = 50
) -> Sequence[Win]:
    """Return a page of wins, newest first."""
    asked = {"owner": owner, "limit": limit}
    if before is None:
        return (await s.exec(_NEWEST, params=asked)).all()
    return (await s.exec(_BEFORE, params=asked | {"before": before})).all()


async def of_instant(s: AsyncSession, owner: UUID, instant: datetime) -> Sequence[Win]:
    """Return the wins that were kept at one instant, in the order of `for_user`."""
    statement = select(Win).where(Win.user_id == owner, Win.created_at == instant)
    return (await s.exec(statement.order_by(col(Win.id).desc()))).all()


async def find(s: AsyncSession, owner: UUID, win_id: UUID) -> Win | None:
    """Return a win of this person."""
    return (await s.exec(select(Win).where(Win.user_id == owner, Win.id == win_id))).first()


async def remove(s: AsyncSession, owner: UUID, win_id: UUID) -> bool:
    """Delete a win."""
    statement = (
        delete(Win).where(col(Win.user_id) == owner, col(Win.id) == win_id).returning(col(Win.id))
    )
    return (await s.exec(statement)).first() is not None
