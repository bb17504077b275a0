"""Signed-in browsers, by the hash of their token (system transaction: no owner yet)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlmodel import col, delete, func, or_, select, update

from coaching.domains.app_lock.models import AppLock
from coaching.domains.reminders.models import PushSubscription
from coaching.models import Session, User
from coaching.values.people import UserState

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement, Executable
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.devices import Device


class SignIn(NamedTuple):
    """A session; `lock_after` is after how many minutes its person's app lock closes."""

    id: UUID
    user_id: UUID
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    locked_at: datetime | None
    unlocked_at: datetime | None
    lock_after: int | None


async def add(
    s: AsyncSession,
    owner: UUID,
    *,
    token_hash: str,
    at: datetime,
    expires_at: datetime,
    device: Device,
) -> Session:
    """Store a new session."""
    session = Session(
        user_id=owner,
        token_hash=token_hash,
        created_at=at,
        last_seen_at=at,
        expires_at=expires_at,
        device=device.kind,
        browser=device.browser,
        system=device.system,
    )
    s.add(session)
    await s.flush()
    return session


async def with_token(s: AsyncSession, token_hash: str) -> SignIn | None:
    """Return the session of a token, ended ones too; None when its person is not active.

    Columns, not an entity: each event of a page and each request asks for them.
    """
    rows = await (await s.connection()).execute(_with_token(), {"token_hash": token_hash})
    return next(map(SignIn._make, rows), None)


@cache
def _with_token() -> Executable:
    """Return the statement: it is made once."""
    return (
        sa.select(
            col(Session.id),
            col(Session.user_id),
            col(Session.created_at),
            col(Session.last_seen_at),
            col(Session.expires_at),
            col(Session.revoked_at),
            col(Session.locked_at),
            col(Session.unlocked_at),
            col(AppLock.after_minutes),
        )
        .join(User, col(User.id) == col(Session.user_id))
        .join(AppLock, col(AppLock.user_id) == col(Session.user_id), isouter=True)
        .where(
            col(Session.token_hash) == sa.bindparam("token_hash"),
            col(User.state) == UserState.ACTIVE,
        )
    )


async def living(
    s: AsyncSession, token_hashes: Collection[str], *, now: datetime
) -> Sequence[tuple[str, UUID]]:
    """Return which of these tokens let somebody in now, and whom; needs a system unit."""
    statement = (
        select(Session.token_hash, Session.user_id)
        .join(User, col(User.id) == col(Session.user_id))
        .where(
            col(Session.token_hash).in_(token_hashes),
            col(Session.revoked_at).is_(None),
            col(Session.locked_at).is_(None),
            col(Session.expires_at) > now,
            User.state == UserState.ACTIVE,
        )
    )
    return (await s.exec(statement)).all()


async def last_end(s: AsyncSession, owner: UUID, *, now: datetime) -> datetime | None:
    """Return when the last browser of a person is signed out at the latest."""
    statement = select(func.max(Session.expires_at)).where(
        Session.user_id == owner,
        col(Session.revoked_at).is_(None),
        col(Session.expires_at) > now,
    )
    return (await s.exec(statement)).one()


async def for_user(
    s: AsyncSession, owner: UUID, *, now: datetime, seen_after: datetime
) -> Sequence[Session]:
    """Return the browsers in which a person is signed in, the last used first."""
    statement = select(Session).where(
        Session.user_id == owner,
        col(Session.revoked_at).is_(None),
        col(Session.expires_at) > now,
        col(Session.last_seen_at) > seen_after,
    )
    latest = col(Session.last_seen_at).desc()
    return (await s.exec(statement.order_by(latest, col(Session.id)))).all()


async def is_active(s: AsyncSession, owner: UUID) -> bool:
    """Return True if a person may be signed in at all."""
    statement = select(User.id).where(User.id == owner, User.state == UserState.ACTIVE)
    return (await s.exec(statement)).first() is not None


async def touch(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> None:
    """Note that a session was used."""
    statement = update(Session).where(col(Session.user_id) == owner, col(Session.id) == session_id)
    await s.exec(statement.values(last_seen_at=at))


async def is_seen_since(s: AsyncSession, owner: UUID, since: datetime) -> bool:
    """Return True if a person used one of their browsers after an instant."""
    seen = select(Session.id).where(Session.user_id == owner, col(Session.last_seen_at) > since)
    return (await s.exec(seen.limit(1))).first() is not None


async def lock(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> None:
    """Close the app lock in a browser."""
    statement = update(Session).where(col(Session.user_id) == owner, col(Session.id) == session_id)
    await s.exec(statement.where(col(Session.locked_at).is_(None)).values(locked_at=at))


async def unlock(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> None:
    """Open the app lock in a browser."""
    statement = update(Session).where(col(Session.user_id) == owner, col(Session.id) == session_id)
    await s.exec(statement.values(locked_at=None, unlocked_at=at, last_seen_at=at))


async def unlock_all(s: AsyncSession, owner: UUID) -> None:
    """Open every browser of a person: there is no lock any more."""
    statement = update(Session).where(col(Session.user_id) == owner)
    await s.exec(statement.values(locked_at=None))


async def revoke_one(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> bool:
    """End the session of one browser."""
    return await _revoke(s, owner, at, col(Session.id) == session_id) > 0


async def revoke_others(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> int:
    """End every session of a person but one; return how many."""
    return await _revoke(s, owner, at, col(Session.id) != session_id)


async def revoke(s: AsyncSession, owner: UUID, token_hash: str, *, at: datetime) -> bool:
    """End one session."""
    return await _revoke(s, owner, at, col(Session.token_hash) == token_hash) > 0


async def revoke_all(s: AsyncSession, owner: UUID, *, at: datetime) -> int:
    """End every session of a person; return how many."""
    return await _revoke(s, owner, at)


async def ended_before(s: AsyncSession, instant: datetime) -> int:
    """Return how many sessions ended before an instant; needs a system unit."""
    over = or_(col(Session.expires_at) < instant, col(Session.revoked_at) < instant)
    return (await s.exec(select(func.count()).select_from(Session).where(over))).one()


async def forget_before(s: AsyncSession, instant: datetime) -> None:
    """Delete sessions that ended before an instant; needs a system unit."""
    over = or_(col(Session.expires_at) < instant, col(Session.revoked_at) < instant)
    gone = select(Session.id).where(over)
    await s.exec(delete(PushSubscription).where(col(PushSubscription.session_id).in_(gone)))
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
    ended = (await s.exec(statement)).scalars().all()
    # A browser that is signed out gets no more reminders; one that asked before sessions were
    # noted may be any of them.
    asked_in = col(PushSubscription.session_id)
    theirs = or_(asked_in.in_(ended), asked_in.is_(None))
    if ended:
        await s.exec(delete(PushSubscription).where(col(PushSubscription.user_id) == owner, theirs))
    return len(ended)
