"""What the Strategist wrote: versions 1..n per person, one per boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.models import CoachingBriefing
from coaching.repositories import profiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it.
_LATEST = (
    select(CoachingBriefing)
    .where(col(CoachingBriefing.user_id) == sa.bindparam("owner"))
    .order_by(col(CoachingBriefing.version).desc())
    .limit(1)
)


async def add(s: AsyncSession, owner: UUID, briefing: CoachingBriefing) -> CoachingBriefing:
    """Store a briefing as the next version, or return the one that its boundary already has."""
    briefing.user_id = owner
    await profiles.hold(s, owner)
    there = await at_boundary(s, owner, briefing.boundary)
    if there is not None:
        return there
    newest = select(func.max(CoachingBriefing.version)).where(CoachingBriefing.user_id == owner)
    briefing.version = 1 + ((await s.exec(newest)).one() or 0)
    s.add(briefing)
    await s.flush()
    return briefing


async def latest(s: AsyncSession, owner: UUID) -> CoachingBriefing | None:
    """Return the newest version."""
    return (await s.exec(_LATEST, params={"owner": owner})).first()


async def find(s: AsyncSession, owner: UUID, briefing_id: UUID) -> CoachingBriefing | None:
    """Return a briefing of this person."""
    statement = select(CoachingBriefing).where(
        CoachingBriefing.user_id == owner, CoachingBriefing.id == briefing_id
    )
    return (await s.exec(statement)).first()


async def at_boundary(s: AsyncSession, owner: UUID, boundary: str) -> CoachingBriefing | None:
    """Return the briefing of a boundary."""
    statement = select(CoachingBriefing).where(
        CoachingBriefing.user_id == owner, CoachingBriefing.boundary == boundary
    )
    return (await s.exec(statement)).first()


async def forget(s: AsyncSession, owner: UUID, boundary: str) -> None:
    """Delete the briefing of a boundary, if there is one: the one before it is the newest again."""
    statement = delete(CoachingBriefing).where(
        col(CoachingBriefing.user_id) == owner, col(CoachingBriefing.boundary) == boundary
    )
    await s.exec(statement)


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[CoachingBriefing]:
    """Return all versions, newest first."""
    statement = select(CoachingBriefing).where(CoachingBriefing.user_id == owner)
    return (await s.exec(statement.order_by(col(CoachingBriefing.version).desc()))).all()
