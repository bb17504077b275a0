"""Who may sign in to the admin app, their sessions and failures. All of it needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, select, update

from coaching.models import Admin, AdminSession, SignInFailure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

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


async def revoke_sessions(
    s: AsyncSession, admin_id: UUID, *, at: datetime, token_hash: str | None = None
) -> None:
    """End one session of an admin, or all."""
    statement = update(AdminSession).where(
        col(AdminSession.admin_id) == admin_id, col(AdminSession.revoked_at).is_(None)
    )
    if token_hash is not None:
        statement = statement.where(col(AdminSession.token_hash) == token_hash)
    await s.exec(statement.values(revoked_at=at))


async def failures(s: AsyncSession, keys: Sequence[str]) -> Sequence[SignInFailure]:
    """Return the failures under some keys."""
    return (await s.exec(select(SignInFailure).where(col(SignInFailure.key).in_(keys)))).all()


async def keep_failure(s: AsyncSession, failure: SignInFailure) -> None:
    """Store or replace the failures of a key."""
    await s.merge(failure)
    await s.flush()


async def forget_failures(s: AsyncSession, keys: Sequence[str]) -> None:
    """Begin counting anew."""
    await s.exec(delete(SignInFailure).where(col(SignInFailure.key).in_(keys)))
