"""Owners of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select

from coaching.models import User

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Store a new person; needs a system unit, or one of their own."""
    s.add(User(id=owner, created_at=at))
    await s.flush()


async def find(s: AsyncSession, owner: UUID) -> User | None:
    """Return the person."""
    return (await s.exec(select(User).where(User.id == owner))).first()


async def remove(s: AsyncSession, owner: UUID) -> bool:
    """Delete a person and, by cascade, all their rows."""
    statement = delete(User).where(col(User.id) == owner).returning(col(User.id))
    return (await s.exec(statement)).first() is not None


async def how_many(s: AsyncSession, *, since: datetime | None = None) -> int:
    """Return how many people there are, or came since an instant; needs a system unit."""
    statement = select(func.count()).select_from(User)
    if since is not None:
        statement = statement.where(User.created_at >= since)
    return (await s.exec(statement)).one()
