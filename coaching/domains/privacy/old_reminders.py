"""Reminders that wait again after a restore although they went out or were cancelled since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.reminders.models import Reminder
from coaching.repositories.dialects import rows_of
from coaching.values.reminders import ReminderState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_TAKEN = (
    *("state", "text", "claimed_at", "sent_at", "opened_at"),
    *("channel", "zone", "attempts"),
)


async def read(s: AsyncSession) -> dict[UUID, dict[str, Any]]:
    """Return what became of the reminders that no longer wait; needs a system unit."""
    columns = [col(getattr(Reminder, name)) for name in ("id", *_TAKEN)]
    over = sa.select(*columns).where(col(Reminder.state) != ReminderState.WAITING)
    return {row: dict(zip(_TAKEN, became, strict=True)) for row, *became in await rows_of(s, over)}


async def end(s: AsyncSession, known: Mapping[UUID, Mapping[str, Any]]) -> None:
    """Let what waits again be over as it was, so that it isn't sent twice; needs a system unit."""
    waits = sa.select(col(Reminder.id)).where(col(Reminder.state) == ReminderState.WAITING)
    for (row,) in await rows_of(s, waits):
        if row in known:
            await s.exec(sa.update(Reminder).where(col(Reminder.id) == row).values(**known[row]))
