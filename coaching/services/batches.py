"""Who waits for a batch: a person who comes back doesn't (ADR 0049)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from coaching.repositories import batches, conversations, login_sessions
from coaching.services.accounts import TOUCH_EVERY
from coaching.services.jobs import LEFT_AT

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Job

LINGERS = timedelta(minutes=10)
"""Whoever ends a conversation looks around for a while: that is not coming back."""


async def is_here(
    s: AsyncSession, owner: UUID, read: UUID, *, left_at: datetime, now: datetime
) -> bool:
    """Return True if a person has come back since `left_at`, or began a session after `read`.

    They count as seen for an hour, because that is how exactly it is known.
    """
    if await login_sessions.is_seen_since(s, owner, max(now - TOUCH_EVERY, left_at + LINGERS)):
        return True
    newest = await conversations.current(s, owner)
    return newest is not None and newest.id != read


async def keeps_waiting(s: AsyncSession, owner: UUID, *, now: datetime) -> bool:
    """Return True if a run waits for a batch although the person, who had left, is here again."""
    return any(_has_left(job, now) for job in await batches.waiting(s, owner))


async def begin(s: AsyncSession, owner: UUID, *, now: datetime) -> None:
    """Have the runs that wait for a batch begin now, because the person is here."""
    for job in await batches.waiting(s, owner):
        job.payload = {name: job.payload[name] for name in job.payload if name != LEFT_AT}
        job.run_at = now
    await s.flush()


def left_at(job: Job) -> datetime | None:
    """Return when the person left, if the run may wait for a batch."""
    stored = job.payload.get(LEFT_AT)
    return datetime.fromisoformat(stored) if stored else None


def _has_left(job: Job, now: datetime) -> bool:
    left = left_at(job)
    return left is not None and now >= left + LINGERS


async def forget(s: AsyncSession, *ids: str, now: datetime) -> None:
    """Have batches deleted at the provider now; needs a system unit."""
    if ids:
        await batches.forget_now(s, ids, now=now)
