"""Identities for sign-in. Queries before sign-in need a system transaction: no owner yet."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from sqlmodel import col, delete, select, update

from coaching.errors import Conflict
from coaching.models import Identity
from coaching.repositories import dialects
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(
    s: AsyncSession,
    owner: UUID,
    *,
    kind: IdentityKind,
    subject: str,
    at: datetime,
    label: str = "",
) -> None:
    """Add a way to sign in; raise `Conflict` if it already belongs to an account."""
    row = dialects.insert(s, Identity).values(
        id=uuid4(), user_id=owner, kind=kind, subject=subject, label=label, created_at=at
    )
    added = row.on_conflict_do_nothing(index_elements=["kind", "subject"])
    if (await s.exec(added.returning(col(Identity.id)))).first() is None:
        raise Conflict("this way in belongs to somebody")


async def owner_of(s: AsyncSession, kind: IdentityKind, subject: str) -> UUID | None:
    """Return whose way in this is."""
    statement = select(Identity.user_id).where(Identity.kind == kind, Identity.subject == subject)
    return (await s.exec(statement)).first()


async def has_another_than_guest(s: AsyncSession, owner: UUID) -> bool:
    """Return True if a person can sign in by Google or e-mail."""
    statement = select(Identity.id).where(Identity.user_id == owner)
    return (await s.exec(statement.where(Identity.kind != IdentityKind.GUEST))).first() is not None


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Identity]:
    """Return a person's ways in, oldest first; the guest's one is among them."""
    statement = select(Identity).where(Identity.user_id == owner)
    return (await s.exec(statement.order_by(col(Identity.created_at), col(Identity.id)))).all()


async def remove(s: AsyncSession, owner: UUID, identity_id: UUID) -> bool:
    """Take a way in away; False if there is no such one, or it is the guest's."""
    statement = delete(Identity).where(
        col(Identity.user_id) == owner,
        col(Identity.id) == identity_id,
        col(Identity.kind) != IdentityKind.GUEST,
    )
    return (await s.exec(statement)).rowcount > 0


async def move(s: AsyncSession, owner: UUID, *, kind: IdentityKind, subject: str) -> None:
    """Give a way in of another person to this one; needs a system unit."""
    statement = update(Identity).where(col(Identity.kind) == kind, col(Identity.subject) == subject)
    await s.exec(statement.values(user_id=owner))
