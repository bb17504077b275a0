"""That something serious was said, never what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from coaching.models import SafetyEvent

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import SafetyLevel


async def add(s: AsyncSession, owner: UUID, event: SafetyEvent) -> SafetyEvent:
    """Store an event."""
    event.user_id = owner
    s.add(event)
    await s.flush()
    return event


async def newest(
    s: AsyncSession,
    owner: UUID,
    *,
    since: datetime | None = None,
    level: SafetyLevel | None = None,
) -> SafetyEvent | None:
    """Return the last event, or the last one since an instant, of any level or of one."""
    statement = select(SafetyEvent).where(SafetyEvent.user_id == owner)
    if level is not None:
        statement = statement.where(SafetyEvent.level == level)
    if since is not None:
        statement = statement.where(SafetyEvent.created_at >= since)
    return (await s.exec(statement.order_by(col(SafetyEvent.created_at).desc()).limit(1))).first()
