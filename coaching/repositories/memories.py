"""Facts, decisions, life events and commitments, with the words they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, or_, select, update

from coaching.models import CoachMemory
from coaching.values.enums import Importance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_WEIGHT = sa.case(
    (col(CoachMemory.importance) == Importance.HIGH, 0),
    (col(CoachMemory.importance) == Importance.MEDIUM, 1),
    else_=2,
)


async def add(s: AsyncSession, owner: UUID, memory: CoachMemory) -> CoachMemory:
    """Store a memory."""
    memory.user_id = owner
    s.add(memory)
    await s.flush()
    return memory


async def active(
    s: AsyncSession, owner: UUID, *, now: datetime, limit: int = 30
) -> Sequence[CoachMemory]:
    """Return what holds now, the most important and newest first."""
    statement = (
        select(CoachMemory)
        .where(
            CoachMemory.user_id == owner,
            col(CoachMemory.active),
            or_(col(CoachMemory.expires_at).is_(None), col(CoachMemory.expires_at) > now),
        )
        .order_by(_WEIGHT, col(CoachMemory.created_at).desc())
        .limit(limit)
    )
    return (await s.exec(statement)).all()


async def expire(s: AsyncSession, *, now: datetime) -> int:
    """Let memories whose time is over rest; needs a system unit."""
    statement = (
        update(CoachMemory)
        .where(col(CoachMemory.active), col(CoachMemory.expires_at) <= now)
        .values(active=False)
        .returning(col(CoachMemory.id))
    )
    return len((await s.exec(statement)).all())
