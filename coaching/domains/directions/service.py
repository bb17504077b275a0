"""Directions: kept in the person's words, archived when they no longer fit, never completed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.directions import queries
from coaching.domains.directions.models import Direction
from coaching.errors import TooMany
from coaching.repositories import analytics, profiles
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.dreams import MadeBy
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

TEXT_MAX = 280
MOST_KEPT = 50


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Direction]:
    """Return a person's directions, oldest first, archived ones too."""
    return await queries.for_user(s, owner)


async def require(s: AsyncSession, owner: UUID, direction_id: UUID) -> Direction:
    """Return a direction of this person or raise NotFound."""
    return await queries.require(s, owner, direction_id)


async def add(
    s: AsyncSession, owner: UUID, text: str, *, at: datetime, made_by: MadeBy = MadeBy.USER
) -> Kept[Direction]:
    """Keep a direction."""
    await profiles.hold(s, owner)
    if len(await queries.for_user(s, owner)) >= MOST_KEPT:
        raise TooMany(limit=MOST_KEPT)
    row = Direction(user_id=owner, text=_text(text), made_by=made_by, created_at=at, updated_at=at)
    added = await queries.add(s, owner, row)
    await analytics.add(s, owner, UsageEvent.DIRECTION_KEPT, at=at, by=made_by)
    return await _kept(s, added, at)


async def edit(
    s: AsyncSession,
    owner: UUID,
    direction_id: UUID,
    *,
    at: datetime,
    text: str | None = None,
    is_archived: bool | None = None,
) -> Kept[Direction]:
    """Say a direction differently, archive it, or take it out of the archive."""
    row = await queries.require(s, owner, direction_id)
    if text is not None:
        row.text = _text(text)
    if is_archived is not None:
        row.archived_at = (row.archived_at or at) if is_archived else None
    row.updated_at = at
    await s.flush()
    return await _kept(s, row, at)


async def delete(s: AsyncSession, owner: UUID, direction_id: UUID) -> None:
    """Delete a direction; its goals stay."""
    await queries.require(s, owner, direction_id)
    await queries.remove(s, owner, direction_id)


async def _kept(s: AsyncSession, row: Direction, at: datetime) -> Kept[Direction]:
    return Kept(row, await screen_words(s, row.user_id, row.text, source="direction", at=at))


def _text(text: str) -> str:
    return clean_text("text", text, maximum=TEXT_MAX)
