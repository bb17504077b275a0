"""The daily limit: turns of one person on one UTC day, counted in the database (K25)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from coaching.errors import LimitReached
from coaching.repositories import usage

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def count_turn(s: AsyncSession, owner: UUID, *, now: datetime, limit: int) -> str:
    """Count one turn and return the day it counts on, or raise `LimitReached`."""
    day = day_of(now)
    if not await usage.charge(s, owner, day=day, limit=limit):
        raise LimitReached(limit=limit, reset_at=next_day(now))
    return day


def day_of(now: datetime) -> str:
    """Return the UTC day that a turn counts on."""
    return now.astimezone(UTC).date().isoformat()


def start_of_month(now: datetime) -> datetime:
    """Return when the UTC month began."""
    return datetime.combine(now.astimezone(UTC).date().replace(day=1), time(), UTC)


def next_month(now: datetime) -> datetime:
    """Return when the next UTC month begins."""
    return start_of_month(start_of_month(now) + timedelta(days=31))


def next_day(now: datetime) -> datetime:
    """Return the next UTC midnight, when the count begins anew."""
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), UTC)
