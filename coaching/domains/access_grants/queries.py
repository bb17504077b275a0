"""Grants of one person; `owner` is always named, for the admin's units see everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, select, update

from coaching.domains.access_grants.models import AccessGrant, AccessOpening
from coaching.models import Message
from coaching.repositories.dialects import on_postgres, rows_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_GRANTED = sa.text(
    "SELECT role, text, created_at FROM granted_messages(:owner, :conversation) ORDER BY seq"
)


async def add(s: AsyncSession, grant: AccessGrant) -> AccessGrant:
    """Store a request."""
    s.add(grant)
    await s.flush()
    return grant


async def add_opening(s: AsyncSession, opening: AccessOpening) -> None:
    """Store a look."""
    s.add(opening)
    await s.flush()


async def for_user(s: AsyncSession, owner: UUID, *, limit: int = 50) -> Sequence[AccessGrant]:
    """Return a person's requests and grants, newest first."""
    newest = col(AccessGrant.created_at).desc()
    statement = select(AccessGrant).where(AccessGrant.user_id == owner).order_by(newest)
    return (await s.exec(statement.limit(limit))).all()


async def openings(s: AsyncSession, owner: UUID, *, limit: int = 100) -> Sequence[AccessOpening]:
    """Return what was opened of a person, newest first."""
    newest = col(AccessOpening.created_at).desc()
    statement = select(AccessOpening).where(AccessOpening.user_id == owner).order_by(newest)
    return (await s.exec(statement.limit(limit))).all()


async def waiting(s: AsyncSession, owner: UUID, *, now: datetime) -> Sequence[AccessGrant]:
    """Return the requests that the person has not answered, oldest first."""
    statement = select(AccessGrant).where(
        AccessGrant.user_id == owner,
        col(AccessGrant.given_at).is_(None),
        col(AccessGrant.refused_at).is_(None),
        col(AccessGrant.lapses_at) > now,
    )
    return (await s.exec(statement.order_by(col(AccessGrant.created_at)))).all()


async def live(s: AsyncSession, owner: UUID, *, now: datetime) -> AccessGrant | None:
    """Return the grant that holds now; the one that lasts longest."""
    statement = select(AccessGrant).where(
        AccessGrant.user_id == owner,
        col(AccessGrant.withdrawn_at).is_(None),
        col(AccessGrant.ends_at) > now,
    )
    return (await s.exec(statement.order_by(col(AccessGrant.ends_at).desc()))).first()


async def with_live(s: AsyncSession, owners: Collection[UUID], *, now: datetime) -> frozenset[UUID]:
    """Return those of some people whose grant holds now."""
    who: Any = col(AccessGrant.user_id)
    statement = sa.select(who).where(
        who.in_(owners), col(AccessGrant.withdrawn_at).is_(None), col(AccessGrant.ends_at) > now
    )
    return frozenset(owner for (owner,) in await rows_of(s, statement))


async def answer(
    s: AsyncSession, owner: UUID, grant_id: UUID, *, now: datetime, **columns: datetime
) -> bool:
    """Set the answer to a request that waits; False if there is none."""
    statement = update(AccessGrant).where(
        col(AccessGrant.user_id) == owner,
        col(AccessGrant.id) == grant_id,
        col(AccessGrant.given_at).is_(None),
        col(AccessGrant.refused_at).is_(None),
        col(AccessGrant.lapses_at) > now,
    )
    return (await s.exec(statement.values(**columns))).rowcount > 0


async def withdraw(s: AsyncSession, owner: UUID, *, now: datetime) -> bool:
    """End every grant that holds now; False if there is none."""
    statement = update(AccessGrant).where(
        col(AccessGrant.user_id) == owner,
        col(AccessGrant.withdrawn_at).is_(None),
        col(AccessGrant.ends_at) > now,
    )
    return (await s.exec(statement.values(withdrawn_at=now))).rowcount > 0


async def find(s: AsyncSession, owner: UUID, grant_id: UUID) -> AccessGrant | None:
    """Return one of a person's grants."""
    statement = select(AccessGrant).where(AccessGrant.user_id == owner, AccessGrant.id == grant_id)
    return (await s.exec(statement)).first()


async def messages(
    s: AsyncSession, owner: UUID, conversation_id: UUID
) -> Sequence[tuple[str, str, datetime]]:
    """Return role, text and instant of each message.

    On PostgreSQL the admin's role may not read the texts: it calls a function that returns them
    while a grant holds, by the database's clock.
    """
    if on_postgres(s):
        found = await rows_of(s, _GRANTED.bindparams(owner=owner, conversation=conversation_id))
        return [(role, text, at) for role, text, at in found]
    columns: Any = (Message.role, Message.text, Message.created_at)
    statement = sa.select(*columns).where(
        col(Message.user_id) == owner, col(Message.conversation_id) == conversation_id
    )
    found = await rows_of(s, statement.order_by(col(Message.seq)))
    return [(str(role), text, at) for role, text, at in found]
