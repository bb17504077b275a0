"""The app lock: at most one per person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, select, update

from coaching.domains.app_lock.models import AppLock

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def of(s: AsyncSession, owner: UUID) -> AppLock | None:
    """Return how a person locks the app; None when they don't."""
    return (await s.exec(select(AppLock).where(AppLock.user_id == owner))).first()


async def replace(
    s: AsyncSession, owner: UUID, *, after_minutes: int, pin_hash: str, at: datetime
) -> None:
    """Store a lock in the place of the one before."""
    await remove(s, owner)
    lock = AppLock(user_id=owner, after_minutes=after_minutes, pin_hash=pin_hash, created_at=at)
    s.add(lock)
    await s.flush()


async def remove(s: AsyncSession, owner: UUID) -> bool:
    """Delete the lock of a person; return whether there was one."""
    return (await s.exec(delete(AppLock).where(col(AppLock.user_id) == owner))).rowcount > 0


async def count_failure(s: AsyncSession, owner: UUID) -> int:
    """Count a wrong PIN and return how many there were; the row is held until the unit ends."""
    statement = update(AppLock).where(col(AppLock.user_id) == owner)
    counted = statement.values(failures=col(AppLock.failures) + 1).returning(col(AppLock.failures))
    return (await s.exec(counted)).scalar_one()


async def block(s: AsyncSession, owner: UUID, *, until: datetime) -> None:
    """Let the next PIN wait."""
    statement = update(AppLock).where(col(AppLock.user_id) == owner)
    await s.exec(statement.values(blocked_until=until))


async def forget_failures(s: AsyncSession, owner: UUID) -> None:
    """Begin counting anew."""
    statement = update(AppLock).where(col(AppLock.user_id) == owner)
    await s.exec(statement.values(failures=0, blocked_until=None))
