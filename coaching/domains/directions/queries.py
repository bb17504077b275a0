"""Directions of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, select

from coaching.domains.directions.models import Direction
from coaching.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, direction: Direction) -> Direction:
    """Store a direction."""
    direction.user_id = owner
    s.add(direction)
    await s.flush()
    return direction


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Direction]:
    """Return a person's directions, oldest first, archived ones too."""
    statement = select(Direction).where(Direction.user_id == owner)
    order = (col(Direction.created_at), col(Direction.id))
    return (await s.exec(statement.order_by(*order))).all()


async def require(s: AsyncSession, owner: UUID, direction_id: UUID) -> Direction:
    """Return a direction of this person or raise NotFound."""
    statement = select(Direction).where(Direction.user_id == owner, Direction.id == direction_id)
    direction = (await s.exec(statement)).first()
    if direction is None:
        raise NotFound("no such direction")
    return direction


async def remove(s: AsyncSession, owner: UUID, direction_id: UUID) -> None:
    """Delete a direction; its goals stay."""
    mine = (col(Direction.user_id) == owner, col(Direction.id) == direction_id)
    await s.exec(delete(Direction).where(*mine))
