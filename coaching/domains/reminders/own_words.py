"""Reminders in the person's own words: ring the bank, check the rota. They lead nowhere else."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.domains.reminders import queries, service, times
from coaching.domains.reminders.service import Waiting
from coaching.errors import InvalidInput
from coaching.repositories import profiles
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.text.content import content_words
from coaching.text.words import bare_words
from coaching.values.reminders import ReminderState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.reminders.models import Reminder

TEXT_MAX = 120
SHOWN = timedelta(days=3)
"""So long home shows one, unless they say that they are done with it."""


async def remind_of(
    s: AsyncSession, owner: UUID, words: str, on: date, *, at: datetime, clock: str = ""
) -> Reminder:
    """Remind a person of something in their own words; the same words move to the new day.

    `clock` is a time like 15:00, else it comes at their time. Without a way to send it home alone
    shows it, so reminders are not turned on then.
    """
    text = " ".join(words.split())
    if not 0 < len(text) <= TEXT_MAX:
        raise InvalidInput({"text": f"has to have 1 to {TEXT_MAX} characters"})
    await profiles.hold(s, owner)
    due = await service.due_on(s, owner, on, clock, at)
    view = await service.of(s, owner, at=at)
    for same in same_words(view.follow_ups, text):
        await queries.cancel(s, owner, same.id)
    if view.has_way:
        await service.turn_on(s, owner, at)
    return await service.scheduled(s, owner, due, at, text=text)


def same_words(follow_ups: Iterable[Reminder], text: str) -> list[Reminder]:
    """Return reminders that say the same thing, whatever small words and capitals they have."""
    asked = content_words(text) or frozenset(bare_words(text))
    return [
        one
        for one in follow_ups
        if one.text and (content_words(one.text) or frozenset(bare_words(one.text))) == asked
    ]


async def at_home(s: AsyncSession, owner: UUID, *, at: datetime) -> Waiting | None:
    """Return what home shows until they are done with it: their own words on the day they named.

    Else it is the reminder of the last day that is shown in the app alone.
    """
    zone = (await profiles.require(s, owner)).time_zone
    tomorrow = times.at_local(local_day(at, zone) + timedelta(days=1), "00:00", zone)
    hidden = await unspoken(s, owner)
    for own in await queries.own_words(s, owner, since=at - SHOWN, until=tomorrow):
        if may_repeat(own.text, hidden):
            return Waiting(own.id, own.text, is_own=True)
    return await service.in_app(s, owner, at=at)


async def done_with(s: AsyncSession, owner: UUID, reminder_id: UUID, *, at: datetime) -> Reminder:
    """Take a reminder off home; one in their own words is over, also if it was not sent yet."""
    reminder = await service.opened(s, owner, reminder_id, at=at)
    if reminder.text:
        reminder.state, reminder.opened_at, reminder.text = ReminderState.OPENED, at, ""
        await s.flush()
    return reminder
