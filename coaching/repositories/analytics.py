"""Usage events without words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.models import BetaAnalytics

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(
    s: AsyncSession, owner: UUID, event: str, *, at: datetime, properties: dict[str, Any]
) -> None:
    """Note that something was used: ids and numbers, never words."""
    s.add(BetaAnalytics(user_id=owner, event=event, properties=properties, created_at=at))
    await s.flush()
