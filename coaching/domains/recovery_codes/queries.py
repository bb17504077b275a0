"""Recovery codes: at most one per person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, select

from coaching.domains.recovery_codes.models import RecoveryCode

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def of(s: AsyncSession, owner: UUID) -> RecoveryCode | None:
    """Return the code of a person."""
    return (await s.exec(select(RecoveryCode).where(RecoveryCode.user_id == owner))).first()


async def with_hash(s: AsyncSession, token_hash: str) -> RecoveryCode | None:
    """Return the code with a hash, whose ever it is; needs a system unit."""
    statement = select(RecoveryCode).where(RecoveryCode.token_hash == token_hash)
    return (await s.exec(statement)).first()


async def replace(s: AsyncSession, owner: UUID, token_hash: str, *, at: datetime) -> None:
    """Store a code in the place of the one before."""
    await remove(s, owner)
    s.add(RecoveryCode(user_id=owner, token_hash=token_hash, created_at=at))
    await s.flush()


async def remove(s: AsyncSession, owner: UUID) -> bool:
    """Delete the code of a person; return whether there was one."""
    statement = delete(RecoveryCode).where(col(RecoveryCode.user_id) == owner)
    return (await s.exec(statement)).rowcount > 0
