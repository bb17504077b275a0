"""Identities for sign-in. Queries before sign-in need a system transaction: no owner yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import select

from coaching.models import Identity, IdentityKind

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(
    s: AsyncSession, owner: UUID, *, kind: IdentityKind, subject: str, at: datetime
) -> Identity:
    """Give a person another way in; a subject belongs to one person."""
    identity = Identity(user_id=owner, kind=kind, subject=subject, created_at=at)
    s.add(identity)
    await s.flush()
    return identity


async def owner_of(s: AsyncSession, kind: IdentityKind, subject: str) -> UUID | None:
    """Return whose way in this is."""
    statement = select(Identity.user_id).where(Identity.kind == kind, Identity.subject == subject)
    return (await s.exec(statement)).first()


async def has_another_than_guest(s: AsyncSession, owner: UUID) -> bool:
    """Return True if a person can sign in by Google or e-mail."""
    statement = select(Identity.id).where(Identity.user_id == owner)
    return (await s.exec(statement.where(Identity.kind != IdentityKind.GUEST))).first() is not None
