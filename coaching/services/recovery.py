"""Taking up turns that a dead engine, or a database that was away, left running."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import turn_recovery, usage
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.turn_recovery import Recovered


async def take_over_all(s: AsyncSession, *, now: datetime) -> None:
    """Recover all running turns: every earlier engine is dead (SQLite, after the lock)."""
    await _settle(s, await turn_recovery.recover_all(s, now=now), now=now)


async def take_over_expired(s: AsyncSession, *, now: datetime) -> None:
    """Recover running turns whose lease has expired: their engine is dead (PostgreSQL)."""
    await _settle(s, await turn_recovery.recover_expired(s, now=now), now=now)


async def take_over_orphans(s: AsyncSession, *, at_work: Collection[UUID], now: datetime) -> None:
    """Recover running turns without a worker in this process: their end was never written."""
    running = await turn_recovery.running_now(s)
    orphans = [turn_id for turn_id, owner in running if owner not in at_work]
    if orphans:
        await _settle(s, await turn_recovery.recover_these(s, orphans, now=now), now=now)


async def waiting_people(s: AsyncSession) -> Sequence[UUID]:
    """Return everybody with a turn in line."""
    return await turn_recovery.owners_with_queued(s)


async def _settle(s: AsyncSession, found: Sequence[Recovered], *, now: datetime) -> None:
    for turn in found:
        if turn.status is TurnStatus.FAILED:
            await usage.refund(s, turn.user_id, turn.id, now=now)
