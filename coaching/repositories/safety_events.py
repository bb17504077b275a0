"""That something serious was said, never what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from coaching.models import SafetyEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, event: SafetyEvent) -> SafetyEvent:
    """Store an event."""
    event.user_id = owner
    s.add(event)
    await s.flush()
    return event


async def newest(
    s: AsyncSession, owner: UUID, *, since: datetime | None = None
) -> SafetyEvent | None:
    """Return the last event, or the last one since an instant."""
    return next(iter(await since_instant(s, owner, since, limit=1)), None)


async def since_instant(
    s: AsyncSession, owner: UUID, instant: datetime | None, *, limit: int = 100
) -> Sequence[SafetyEvent]:
    """Return the events since an instant, or since ever, newest first."""
    statement = select(SafetyEvent).where(SafetyEvent.user_id == owner)
    if instant is not None:
        statement = statement.where(SafetyEvent.created_at >= instant)
    ordered = statement.order_by(col(SafetyEvent.created_at).desc()).limit(limit)
    return (await s.exec(ordered)).all()
