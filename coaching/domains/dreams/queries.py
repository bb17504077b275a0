"""Dreams of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.domains.dreams.models import Dream
from coaching.errors import NotFound
from coaching.values.dreams import DreamStatus, Priority

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_ORDER = sa.case(
    {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}, value=col(Dream.priority), else_=3
)


async def add(s: AsyncSession, owner: UUID, dream: Dream) -> Dream:
    """Store a dream."""
    dream.user_id = owner
    s.add(dream)
    await s.flush()
    return dream


async def for_user(
    s: AsyncSession, owner: UUID, *, status: DreamStatus | None = None
) -> Sequence[Dream]:
    """Return a person's dreams: by priority, then oldest first."""
    statement = select(Dream).where(Dream.user_id == owner)
    if status is not None:
        statement = statement.where(Dream.status == status)
    order = (_ORDER, col(Dream.created_at), col(Dream.id))
    return (await s.exec(statement.order_by(*order))).all()


async def require(s: AsyncSession, owner: UUID, dream_id: UUID) -> Dream:
    """Return a dream of this person or raise NotFound."""
    statement = select(Dream).where(Dream.user_id == owner, Dream.id == dream_id)
    dream = (await s.exec(statement)).first()
    if dream is None:
        raise NotFound("no such dream")
    return dream


async def active(s: AsyncSession, owner: UUID) -> int:
    """Return how many dreams count against the limit."""
    statement = select(func.count()).select_from(Dream)
    mine = statement.where(col(Dream.user_id) == owner, col(Dream.status) == DreamStatus.ACTIVE)
    return (await s.exec(mine)).one()


async def remove(s: AsyncSession, owner: UUID, dream_id: UUID) -> None:
    """Delete a dream; its goals stay."""
    await s.exec(delete(Dream).where(col(Dream.user_id) == owner, col(Dream.id) == dream_id))
