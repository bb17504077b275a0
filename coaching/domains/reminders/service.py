"""How a person is reminded: chosen, paused, begun again. Nothing is sent that nobody asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from coaching.clock import local_day
from coaching.domains.goals import queries as goals
from coaching.domains.reminders import chosen, queries, times
from coaching.domains.reminders.models import Reminder, ReminderSettings
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.repositories import cards, profiles
from coaching.values.reminders import About, LockScreen, ReminderKind, ReminderState, ReminderView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.reminders.chosen import Subject
    from coaching.values.reminders import ChosenTime

MOST_FOLLOW_UPS = 20
FURTHEST = timedelta(days=366)
IN_APP = "app"
SHOWN = timedelta(days=1)
"""So long home shows a reminder that the lock screen doesn't."""


class Wanted(TypedDict, total=False):
    """The settings that a person may change; quiet hours are like 21:00."""

    is_on: bool
    by_push: bool
    by_mail: bool
    times: Sequence[ChosenTime]
    lock_screen: LockScreen
    quiet_from: str
    quiet_to: str
    is_paused: bool
    paused_until: datetime | None


@dataclass(frozen=True, slots=True)
class View:
    """How a person is reminded, and what could be used for it.

    `skipped` has the days of each time on which another one of less than 24 hours before silences
    it; `subjects` are the goals that a time may be about.
    """

    settings: ReminderSettings
    skipped: list[list[int]]
    subjects: list[Subject]
    has_push: bool
    has_mail: bool
    follow_ups: tuple[Reminder, ...]

    @property
    def notifies(self) -> bool:
        """Return True if one that comes now would be seen outside of the app."""
        ways = self.settings
        return self.has_way and not ways.is_paused and ways.lock_screen is not LockScreen.NOTHING

    @property
    def has_way(self) -> bool:
        """Return True if a reminder can reach them outside of the app."""
        ways = self.settings
        return (ways.by_push and self.has_push) or (ways.by_mail and self.has_mail)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A reminder on home, and the words of its goal or card. `is_own`: it leads nowhere else."""

    id: UUID
    words: str
    is_own: bool = False


async def of(s: AsyncSession, owner: UUID, *, at: datetime) -> View:
    """Return how a person is reminded; for somebody who never said, off."""
    found = await queries.settings_of(s, owner) or _unsaid(owner, at)
    return View(
        found,
        skipped=times.skipped(chosen.of(found)),
        subjects=await chosen.subjects(s, owner),
        has_push=bool(await queries.subscriptions(s, owner)),
        has_mail=bool(await queries.mail_address(s, owner)),
        follow_ups=tuple(await queries.follow_ups(s, owner)),
    )


async def choose(s: AsyncSession, owner: UUID, wanted: Wanted, *, at: datetime) -> ReminderSettings:
    """Change how a person is reminded; turning it on begins the count of ignored ones anew."""
    await profiles.hold(s, owner)
    settings = await _kept(s, owner, at)
    was_on = settings.is_on
    await chosen.check(s, owner, wanted.get("times", ()))
    for name, value in _clean(wanted).items():
        setattr(settings, name, value)
    _check(settings, wanted)
    if not settings.is_paused:
        settings.paused_until = None
    if settings.is_on and not was_on:
        settings.counts_from, settings.ended_at = at, None
    if not settings.is_on:
        await queries.cancel_nudges(s, owner)
    settings.next_at = await planned(s, settings, after=at)
    await s.flush()
    return settings


async def still_open(s: AsyncSession, owner: UUID) -> tuple[ReminderView, ...]:
    """Return the follow-ups that wait, as the Coach may know them: their day and their words."""
    zone = (await profiles.require(s, owner)).time_zone
    found = [(one, await chosen.words_of(s, one)) for one in await queries.follow_ups(s, owner)]
    return tuple(
        ReminderView(local_day(one.wanted_at or one.due_at, zone), words)
        for one, words in found
        if words
    )


async def has_ended(s: AsyncSession, owner: UUID) -> bool:
    """Return True if three ignored ones ended the reminders, until the person answers to that."""
    found = await queries.settings_of(s, owner)
    return found is not None and found.ended_at is not None and not found.is_on


async def leave_off(s: AsyncSession, owner: UUID) -> None:
    """Leave the reminders off that ended by themselves; it isn't said again."""
    found = await queries.settings_of(s, owner)
    if found is not None:
        found.ended_at = None
        await s.flush()


async def start_again(s: AsyncSession, owner: UUID, *, at: datetime) -> bool:
    """Turn reminders on as they were; False if there is no way left to send them."""
    if not (await of(s, owner, at=at)).has_way:
        return False
    await choose(s, owner, Wanted(is_on=True), at=at)
    return True


async def planned(
    s: AsyncSession, settings: ReminderSettings, *, after: datetime
) -> datetime | None:
    """Return when the next nudge is due, or None while reminders are off."""
    if not settings.is_on:
        return None
    zone = (await profiles.require(s, settings.user_id)).time_zone
    return times.next_of(after, chosen.of(settings), zone)


async def plan_anew(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Plan the next nudge on the person's new clock, after they have moved."""
    settings = await queries.settings_of(s, owner)
    if settings is not None:
        settings.next_at = await planned(s, settings, after=at)
        await s.flush()


async def follow_up(
    s: AsyncSession, owner: UUID, about: About, about_id: UUID, on: date, *, at: datetime
) -> Reminder:
    """Ask about a goal or a card on a day, at the person's time; the one before is replaced.

    Whoever asks for it while reminders are off gets follow-ups alone.
    """
    await profiles.hold(s, owner)
    due = await due_on(s, owner, on, "", at)
    await _require(s, owner, about, about_id)
    await queries.cancel_about(s, owner, about, about_id)
    await turn_on(s, owner, at)
    return await scheduled(s, owner, due, at, about=about, about_id=about_id)


async def due_on(s: AsyncSession, owner: UUID, on: date, clock: str, at: datetime) -> datetime:
    """Return the instant of a time on a day, or of their own time; it has to be to come."""
    settings = await _kept(s, owner, at)
    zone = (await profiles.require(s, owner)).time_zone
    today = local_day(at, zone)
    time = times.clean_time("on", clock) if clock else chosen.usual_time(settings)
    due = times.at_local(on, time, zone)
    if on < today or due <= at or on - today > FURTHEST:
        raise InvalidInput({"on": "has to be a day to come, within a year"})
    return due


async def turn_on(s: AsyncSession, owner: UUID, at: datetime) -> None:
    """Turn reminders on for follow-ups alone, unless they are on."""
    if not (await _kept(s, owner, at)).is_on:
        await choose(s, owner, Wanted(is_on=True, times=()), at=at)


async def scheduled(
    s: AsyncSession,
    owner: UUID,
    due: datetime,
    at: datetime,
    **about: Any,  # noqa: ANN401 - columns of the row
) -> Reminder:
    """Add a follow-up, unless too many wait already."""
    if len(await queries.follow_ups(s, owner)) >= MOST_FOLLOW_UPS:
        raise TooMany(limit=MOST_FOLLOW_UPS)
    reminder = Reminder(
        user_id=owner,
        kind=ReminderKind.FOLLOW_UP,
        wanted_at=due,
        due_at=due,
        created_at=at,
        **about,
    )
    s.add(reminder)
    await s.flush()
    return reminder


async def cancel(s: AsyncSession, owner: UUID, reminder_id: UUID) -> None:
    """Cancel a follow-up that waits; raise NotFound if there is none."""
    if not await queries.cancel(s, owner, reminder_id):
        raise NotFound("no such reminder")


async def opened(s: AsyncSession, owner: UUID, reminder_id: UUID, *, at: datetime) -> Reminder:
    """Note that a reminder was opened, and return it; raise NotFound if it isn't theirs."""
    reminder = await queries.require(s, owner, reminder_id)
    if reminder is None:
        raise NotFound("no such reminder")
    if reminder.state in {ReminderState.SENT, ReminderState.SENDING, ReminderState.LOST}:
        reminder.state, reminder.opened_at = ReminderState.OPENED, at
        await s.flush()
    return reminder


async def in_app(s: AsyncSession, owner: UUID, *, at: datetime) -> Waiting | None:
    """Return the reminder of the last day that is shown in the app alone, until it is opened."""
    for last in await queries.last_out(s, owner):
        if (
            last.state is ReminderState.SENT
            and last.channel == IN_APP
            and at - (last.sent_at or at) < SHOWN
        ):
            return Waiting(last.id, await chosen.words_of(s, last))
    return None


async def stop_mail(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Send no more e-mails; without another way, no reminders at all."""
    settings = await queries.settings_of(s, owner)
    if settings is not None:
        wanted = Wanted(by_mail=False)
        if not settings.by_push:
            wanted["is_on"] = False
        await choose(s, owner, wanted, at=at)


async def _require(s: AsyncSession, owner: UUID, about: About, about_id: UUID) -> None:
    find = goals.require if about is About.GOAL else cards.require
    await find(s, owner, about_id)


async def _kept(s: AsyncSession, owner: UUID, at: datetime) -> ReminderSettings:
    found = await queries.settings_of(s, owner)
    if found is None:
        found = _unsaid(owner, at)
        s.add(found)
        await s.flush()
    return found


def _unsaid(owner: UUID, at: datetime) -> ReminderSettings:
    usual = [chosen.USUAL.row()]
    return ReminderSettings(user_id=owner, times=usual, counts_from=at, created_at=at)


def _clean(wanted: Wanted) -> dict[str, object]:
    clean: dict[str, object] = dict(wanted)
    for name, field in (("quiet_from", "quietFrom"), ("quiet_to", "quietTo")):
        if name in clean:
            clean[name] = times.clean_time(field, str(clean[name]))
    if "times" in wanted:
        clean["times"] = [one.row() for one in chosen.clean(wanted["times"])]
    return clean


def _check(settings: ReminderSettings, wanted: Wanted) -> None:
    if settings.is_on and not (settings.by_push or settings.by_mail):
        raise InvalidInput({"byPush": "choose push, e-mail or both"})
    for one in chosen.of(settings):
        if times.is_within(one.time, settings.quiet_from, settings.quiet_to):
            field = "times" if "times" in wanted else "quietFrom"
            raise InvalidInput({field: "the time of the reminder is in the quiet hours"})
