"""Usage events without words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.models import BetaAnalytics
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import within
from coaching.values.scope import EVERYBODY, Scope
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


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


async def since(
    s: AsyncSession, start: datetime, *, scope: Scope = EVERYBODY
) -> Mapping[UsageEvent, Used]:
    """Return what was used from an instant on; needs a system unit."""
    statement = (
        sa.select(
            col(BetaAnalytics.event),
            func.count(),
            func.count(sa.distinct(col(BetaAnalytics.user_id))),
        )
        .where(col(BetaAnalytics.created_at) >= start, *within(scope, col(BetaAnalytics.user_id)))
        .group_by(col(BetaAnalytics.event))
    )
    found = {event: Used(times, people) for event, times, people in await rows_of(s, statement)}
    return {event: found[event] for event in UsageEvent if event in found}
