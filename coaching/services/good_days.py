"""Days on which something went well: a win was written, or the focus card was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.repositories import focus_days, wins

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

ENOUGH = 2


async def has_two(s: AsyncSession, owner: UUID, zone_name: str) -> bool:
    """Return True from the second good day on, in the person's own days; which, nobody counts."""
    newest = await wins.for_user(s, owner)
    days = {local_day(win.created_at, zone_name).isoformat() for win in newest}
    if len(days) < ENOUGH:
        days |= set(await focus_days.done(s, owner, limit=ENOUGH))
    return len(days) >= ENOUGH
