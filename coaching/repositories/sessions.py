"""Signed-in browsers, by the hash of their token (system transaction: no owner yet)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, or_, select, update

from coaching.models import Session, User, UserState

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(
    s: AsyncSession, owner: UUID, *, token_hash: str, at: datetime, expires_at: datetime
) -> Session:
    """Store a new session."""
    session = Session(
        user_id=owner,
        token_hash=token_hash,
        created_at=at,
        last_seen_at=at,
        expires_at=expires_at,
    )
    s.add(session)
    await s.flush()
    return session


async def with_token(s: AsyncSession, token_hash: str) -> Session | None:
    """Return the session of a token, ended ones too; None when its person is not active."""
    of_active = select(Session).join(User, col(User.id) == col(Session.user_id))
    known = of_active.where(Session.token_hash == token_hash, User.state == UserState.ACTIVE)
    return (await s.exec(known)).first()


async def touch(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> None:
    """Note that a session was used."""
    statement = update(Session).where(col(Session.user_id) == owner, col(Session.id) == session_id)
    await s.exec(statement.values(last_seen_at=at))


async def revoke(s: AsyncSession, owner: UUID, token_hash: str, *, at: datetime) -> bool:
    """End one session."""
    return await _revoke(s, owner, at, col(Session.token_hash) == token_hash) > 0


async def revoke_all(s: AsyncSession, owner: UUID, *, at: datetime) -> int:
    """End every session of a person; return how many."""
    return await _revoke(s, owner, at)


async def forget_before(s: AsyncSession, instant: datetime) -> None:
    """Delete sessions that ended before an instant; needs a system unit."""
    over = or_(col(Session.expires_at) < instant, col(Session.revoked_at) < instant)
    await s.exec(delete(Session).where(over))


async def _revoke(
    s: AsyncSession, owner: UUID, at: datetime, *conditions: ColumnElement[bool]
) -> int:
    statement = (
        update(Session)
        .where(col(Session.user_id) == owner, col(Session.revoked_at).is_(None), *conditions)
        .values(revoked_at=at)
        .returning(col(Session.id))
    )
    return len((await s.exec(statement)).all())
