"""Usage events without words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.models import BetaAnalytics

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.usage_events import UsageEvent


@dataclass(frozen=True, slots=True)
class Used:
    """How often something was used, and by how many people."""

    times: int
    people: int


async def add(
    s: AsyncSession, owner: UUID, event: UsageEvent, *, at: datetime, **properties: int | str
) -> None:
    """Store a usage event; properties must not contain the person's text."""
    s.add(BetaAnalytics(user_id=owner, event=event, properties=properties, created_at=at))
    await s.flush()
