"""Who may sign in to the admin app, their sessions and failures. All of it needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, or_, select, update

from coaching.models import Admin, AdminSession, SignInFailure
from coaching.repositories import dialects

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import Update
    from sqlmodel.ext.asyncio.session import AsyncSession


async def named(s: AsyncSession, name: str) -> Admin | None:
    """Return the admin of a name."""
    return (await s.exec(select(Admin).where(Admin.name == name))).first()


async def find(s: AsyncSession, admin_id: UUID) -> Admin | None:
    """Return an admin."""
    return (await s.exec(select(Admin).where(Admin.id == admin_id))).first()


async def add(s: AsyncSession, admin: Admin) -> Admin:
    """Store a new admin."""
    s.add(admin)
    await s.flush()
    return admin


async def add_session(s: AsyncSession, session: AdminSession) -> AdminSession:
    """Store a new admin session."""
    s.add(session)
    await s.flush()
    return session


async def session_with_token(s: AsyncSession, token_hash: str) -> AdminSession | None:
    """Return the session of a token, ended ones too."""
    statement = select(AdminSession).where(AdminSession.token_hash == token_hash)
    return (await s.exec(statement)).first()


async def touch_session(s: AsyncSession, session_id: UUID, *, at: datetime) -> None:
    """Note that a session was used."""
    statement = update(AdminSession).where(col(AdminSession.id) == session_id)
    await s.exec(statement.values(last_seen_at=at))


async def revoke_session(s: AsyncSession, token_hash: str, *, at: datetime) -> None:
    """End one session."""
    await s.exec(_revoke(at).where(col(AdminSession.token_hash) == token_hash))


async def revoke_sessions(s: AsyncSession, admin_id: UUID, *, at: datetime) -> None:
    """End every session of an admin."""
    await s.exec(_revoke(at).where(col(AdminSession.admin_id) == admin_id))


async def change_password(s: AsyncSession, admin_id: UUID, password_hash: str) -> None:
    """Store another password."""
    statement = update(Admin).where(col(Admin.id) == admin_id)
    await s.exec(statement.values(password_hash=password_hash))


async def count_failure(
    s: AsyncSession, key: str, *, now: datetime, forget_before: datetime
) -> SignInFailure:
    """Count a failed attempt under a key, locked until the unit ends; old ones are forgotten.

    So are those of a clock that was ahead: their delay would end when that time comes.
    """
    row = dialects.insert(s, SignInFailure).values(key=key, failures=1, updated_at=now)
    at = col(SignInFailure.updated_at)
    old = or_(at < forget_before, at > now + (now - forget_before))
    statement = (
        row.on_conflict_do_update(
            index_elements=["key"],
            set_={
                "failures": sa.case((old, 1), else_=col(SignInFailure.failures) + 1),
                "blocked_until": sa.case((old, None), else_=col(SignInFailure.blocked_until)),
                "updated_at": now,
            },
        )
        .returning(SignInFailure)
        .execution_options(populate_existing=True)
    )
    return (await s.exec(statement)).scalar_one()


async def block(s: AsyncSession, key: str, *, until: datetime) -> None:
    """Let the next attempt under a key wait."""
    statement = update(SignInFailure).where(col(SignInFailure.key) == key)
    await s.exec(statement.values(blocked_until=until))


async def take_back_failure(s: AsyncSession, key: str) -> None:
    """Uncount an attempt that turned out to be right."""
    statement = update(SignInFailure).where(
        col(SignInFailure.key) == key, col(SignInFailure.failures) > 0
    )
    await s.exec(statement.values(failures=col(SignInFailure.failures) - 1, blocked_until=None))


async def forget_failures(s: AsyncSession, key: str) -> None:
    """Begin counting anew."""
    await s.exec(delete(SignInFailure).where(col(SignInFailure.key) == key))


async def forget_failures_before(s: AsyncSession, instant: datetime) -> None:
    """Delete failures that no delay looks at any more."""
    await s.exec(delete(SignInFailure).where(col(SignInFailure.updated_at) < instant))


async def ended_sessions_before(s: AsyncSession, instant: datetime) -> int:
    """Return how many sessions ended before an instant."""
    over = or_(col(AdminSession.expires_at) < instant, col(AdminSession.revoked_at) < instant)
    return (await s.exec(select(func.count()).select_from(AdminSession).where(over))).one()


async def forget_sessions_before(s: AsyncSession, instant: datetime) -> None:
    """Delete sessions that ended before an instant."""
    over = or_(col(AdminSession.expires_at) < instant, col(AdminSession.revoked_at) < instant)
    await s.exec(delete(AdminSession).where(over))


def _revoke(at: datetime) -> Update:
    return update(AdminSession).where(col(AdminSession.revoked_at).is_(None)).values(revoked_at=at)
