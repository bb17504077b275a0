"""Announcements belong to the house: people read them, admins write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select, update

from coaching.domains.announcements.models import Announcement

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def current(s: AsyncSession, *, now: datetime) -> Announcement | None:
    """Return the announcement that holds now; the newest if there are several."""
    statement = select(Announcement).where(
        col(Announcement.from_at) <= now,
        col(Announcement.until_at) > now,
        col(Announcement.ended_at).is_(None),
    )
    return (await s.exec(statement.order_by(col(Announcement.created_at).desc()))).first()


async def newest(s: AsyncSession, *, limit: int = 20) -> Sequence[Announcement]:
    """Return the last announcements, newest first."""
    latest = col(Announcement.created_at).desc()
    return (await s.exec(select(Announcement).order_by(latest).limit(limit))).all()


async def add(s: AsyncSession, announcement: Announcement) -> None:
    """Store an announcement."""
    s.add(announcement)
    await s.flush()


async def end(s: AsyncSession, announcement_id: UUID, *, now: datetime) -> bool:
    """Take one down; False if it is down or over already."""
    statement = update(Announcement).where(
        col(Announcement.id) == announcement_id,
        col(Announcement.ended_at).is_(None),
        col(Announcement.until_at) > now,
    )
    return (await s.exec(statement.values(ended_at=now))).rowcount > 0
