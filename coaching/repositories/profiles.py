"""A person's one row of settings and findings; also what their writers queue behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import select

from coaching.errors import NotFound
from coaching.models import Profile
from coaching.repositories import dialects

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def hold(s: AsyncSession, owner: UUID) -> None:
    """Let other writers of this person wait until the unit ends. Call it first in a unit.

    FOR NO KEY UPDATE, and before any insert: a later or stronger lock deadlocks on PostgreSQL.
    """
    if dialects.on_postgres(s):
        row = select(Profile.user_id).where(Profile.user_id == owner)
        await s.exec(row.with_for_update(key_share=True))


async def find(s: AsyncSession, owner: UUID) -> Profile | None:
    """Return the person's profile; the second time in a unit it costs nothing."""
    return await s.get(Profile, owner)


async def require(s: AsyncSession, owner: UUID) -> Profile:
    """Return the person's profile or raise NotFound."""
    profile = await find(s, owner)
    if profile is None:
        raise NotFound("no such person")
    return profile


async def add(
    s: AsyncSession, owner: UUID, *, locale: str, time_zone: str, at: datetime
) -> Profile:
    """Make the profile of a new person."""
    profile = Profile(
        user_id=owner, locale=locale, time_zone=time_zone, created_at=at, updated_at=at
    )
    s.add(profile)
    await s.flush()
    return profile


async def change(s: AsyncSession, owner: UUID, *, at: datetime, **changes: object) -> Profile:
    """Set columns of the profile; JSON columns are replaced."""
    profile = await require(s, owner)
    for name, value in changes.items():
        setattr(profile, name, value)
    profile.updated_at = at
    await s.flush()
    return profile
