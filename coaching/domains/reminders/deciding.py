"""Whether a reminder goes out now. One unit decides and claims, so that two processes send once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.reminders import chosen, queries, service, times
from coaching.domains.reminders.models import Reminder
from coaching.errors import NotFound
from coaching.repositories import profiles
from coaching.services import care, safety_events
from coaching.values.reminders import ReminderKind, ReminderState

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.reminders.models import ReminderSettings

MOST_IGNORED = 3
NUDGE_LATE = timedelta(minutes=30)
FOLLOW_UP_LATE = timedelta(days=3)
AGAIN_AFTER = timedelta(minutes=5)
_LOOK_AGAIN = timedelta(hours=1)


async def claim(s: AsyncSession, owner: UUID, *, now: datetime) -> Reminder | None:
    """Return the one reminder that is sent now, claimed; move or drop what may not go out.

    A write unit; whoever claims second finds nothing that is due.
    """
    settings = await queries.hold(s, owner)
    waiting = await queries.waiting(s, owner, now=now)
    if settings is None:
        await _drop(s, waiting)
        return None
    nudge_at = settings.next_at if settings.next_at and settings.next_at <= now else None
    if nudge_at is not None:
        settings.next_at = await service.planned(s, settings, after=now)
    if nudge_at is None and waiting is None:
        return None
    if await _has_ended(s, settings, now):
        await _drop(s, waiting)
        return None
    until = await _silent_until(s, settings, now)
    if until is not None:
        await _put_off(s, waiting, until, now)
        return None
    return await _claimed(s, settings, waiting, nudge_at, now)


async def _claimed(
    s: AsyncSession,
    settings: ReminderSettings,
    waiting: Reminder | None,
    nudge_at: datetime | None,
    now: datetime,
) -> Reminder | None:
    """Claim what waits, else a nudge that is not late: a follow-up takes the place of a nudge."""
    if waiting is None:
        if nudge_at is None or now - nudge_at > NUDGE_LATE:
            return None
        waiting = await _nudge(s, settings, nudge_at, now)
        if waiting is None:
            return None
    elif _is_over(waiting, now):
        await _drop(s, waiting)
        return None
    elif now - waiting.due_at > NUDGE_LATE:
        waiting.due_at = now
    waiting.state, waiting.claimed_at = ReminderState.SENDING, now
    waiting.zone = (await profiles.require(s, settings.user_id)).time_zone
    waiting.attempts += 1
    await s.flush()
    return waiting


async def _nudge(
    s: AsyncSession, settings: ReminderSettings, nudge_at: datetime, now: datetime
) -> Reminder | None:
    """Add the reminder of a chosen time; a time whose goal is over is removed instead."""
    owner, all_times = settings.user_id, chosen.of(settings)
    zone = (await profiles.require(s, owner)).time_zone
    one = times.at_instant(nudge_at, all_times, zone)
    if one is None:  # planned in the time zone before: the next one is planned in the new one
        return None
    try:
        about, about_id = await chosen.leads_to(s, owner, one) or (None, None)
    except NotFound:
        settings.times = [other.row() for other in all_times if other != one]
        settings.next_at = await service.planned(s, settings, after=now)
        await s.flush()
        return None
    reminder = Reminder(
        user_id=owner,
        kind=ReminderKind.NUDGE,
        about=about,
        about_id=about_id,
        wanted_at=nudge_at,
        due_at=nudge_at,
        created_at=now,
    )
    s.add(reminder)
    return reminder


async def _has_ended(s: AsyncSession, settings: ReminderSettings, now: datetime) -> bool:
    """End reminders after three ignored ones in a row; writing in the app counts as opening."""
    sent = await queries.last_out(s, settings.user_id, limit=MOST_IGNORED)
    counted = [
        one
        for one in sent
        if one.state is ReminderState.SENT and (one.claimed_at or now) >= settings.counts_from
    ]
    if not settings.is_on or len(counted) < MOST_IGNORED:
        return False
    active = await queries.last_active(s, settings.user_id)
    if active is not None and active > min(one.sent_at or now for one in counted):
        return False
    settings.is_on, settings.ended_at, settings.next_at = False, now, None
    await s.flush()
    return True


async def _silent_until(
    s: AsyncSession, settings: ReminderSettings, now: datetime
) -> datetime | None:
    """Return until when nothing may be sent; None if it may now."""
    owner = settings.user_id
    if not settings.is_on:
        return now + _LOOK_AGAIN
    if settings.is_paused and (settings.paused_until is None or now < settings.paused_until):
        return settings.paused_until or now + _LOOK_AGAIN
    if (quiet := await safety_events.quiet_until(s, owner, at=now)) is not None:
        return quiet
    if (await care.now(s, owner, at=now)).category:
        return now + _LOOK_AGAIN
    zone = (await profiles.require(s, owner)).time_zone
    if (end := times.quiet_end(now, settings.quiet_from, settings.quiet_to, zone)) is not None:
        return end
    for last in await queries.last_out(s, owner):
        if (free := times.cooldown_end(_first_due(last), last.zone or zone, zone)) > now:
            return free
    return None


def _first_due(last: Reminder) -> datetime:
    """Return when a reminder was due before attempts that failed moved it."""
    if last.kind is ReminderKind.NUDGE:
        return last.wanted_at or last.due_at
    if last.attempts <= 1:  # it was sent at once
        return last.due_at
    moved = AGAIN_AFTER * sum(range(last.attempts))
    return (last.due_at - moved).replace(second=0, microsecond=0)


async def _put_off(
    s: AsyncSession, waiting: Reminder | None, until: datetime, now: datetime
) -> None:
    """Let a follow-up wait until it may go out; a nudge is left out, the next one will come."""
    if waiting is None:
        return
    if waiting.kind is ReminderKind.NUDGE or _is_over(waiting, now):
        await _drop(s, waiting)
        return
    waiting.due_at = until
    await s.flush()


def _is_over(waiting: Reminder, now: datetime) -> bool:
    """Return True if nobody wants to hear of it any more; `due_at` moves, so from when it was."""
    if waiting.kind is ReminderKind.NUDGE:
        return now - waiting.due_at > NUDGE_LATE
    return now - (waiting.wanted_at or waiting.due_at) > FOLLOW_UP_LATE


async def _drop(s: AsyncSession, waiting: Reminder | None) -> None:
    if waiting is not None:
        waiting.state = ReminderState.CANCELLED
        await s.flush()
