"""How a person is reminded: settings, browsers that take pushes, follow-ups, one-click stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast
from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from coaching.domains.reminders import browsers, chosen, own_words, sending, service, vapid
from coaching.domains.reminders.service import Wanted
from coaching.services import keys
from coaching.values.reminders import (
    About,
    ChosenTime,
    LockScreen,
    ReminderKind,
    ReminderState,
    TimeAbout,
)
from coaching.web.push import Browser
from toney_app.api import form_pages
from toney_app.api.deps import Engine, Here, Language, Owner
from toney_app.api.wire import Day, GivenInstant, In, Instant, Out, Whole, documented

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.domains.reminders.models import Reminder
    from coaching.domains.reminders.service import View

router = APIRouter(tags=["reminders"])
Clock = Annotated[str, Field(max_length=5), documented(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Weekday = Annotated[Whole, documented(minimum=0, maximum=6)]
Key = Annotated[str, Field(max_length=200)]
_NOT_FOUND = 404
_PRIVATE = {"referrer-policy": "strict-origin", "cache-control": "no-store"}


class ReminderOut(Out):
    """A reminder: a nudge, or the follow-up of a goal, a card or the person's own words.

    `words` is what it is about, if that may be shown.
    """

    id: UUID
    kind: ReminderKind
    state: ReminderState
    about: About | None
    about_id: UUID | None
    due_at: Instant
    words: str


class TimeOut(Out):
    """A chosen time. On the days in `skipped` another one of less than 24 hours before wins."""

    time: str
    days: list[int]
    about: TimeAbout | None
    goal_id: UUID | None
    skipped: list[int]


class SubjectOut(Out):
    """A goal that a time may be about: the words of its plan, or its title."""

    id: UUID
    words: str


class RemindersOut(Out):
    """How a person is reminded. `endedAt`: three in a row were not opened, so they ended."""

    is_on: bool
    by_push: bool
    by_mail: bool
    times: list[TimeOut]
    subjects: list[SubjectOut]
    lock_screen: LockScreen
    quiet_from: str
    quiet_to: str
    is_paused: bool
    paused_until: Instant | None
    next_at: Instant | None
    ended_at: Instant | None
    has_push: bool
    has_mail: bool
    follow_ups: list[ReminderOut]
    push_key: str


class TimeIn(In):
    """A time on some days, which count from 0 (Monday), and what it is about, if anything."""

    time: Clock
    days: Annotated[list[Weekday], Field(min_length=1, max_length=7)]
    about: Annotated[TimeAbout, Field(strict=False)] | None = None
    goal_id: Annotated[UUID, Field(strict=False)] | None = None


class RemindersIn(In):
    """The settings to change, all optional. `times` replaces all times."""

    is_on: bool | None = None
    by_push: bool | None = None
    by_mail: bool | None = None
    times: Annotated[list[TimeIn], Field(max_length=chosen.MOST)] | None = None
    lock_screen: Annotated[LockScreen, Field(strict=False)] | None = None
    quiet_from: Clock | None = None
    quiet_to: Clock | None = None
    is_paused: bool | None = None
    paused_until: GivenInstant | None = None


class PushIn(In):
    """A browser's subscription, as `PushSubscription.toJSON()` has it."""

    endpoint: Annotated[str, Field(max_length=2000)]
    p256dh: Key
    auth: Key


class EndpointIn(In):
    """The address of a browser's subscription."""

    endpoint: Annotated[str, Field(max_length=2000)]


class FollowUpIn(In):
    """On which day to ask about a goal or a card, or to remind of `text` instead.

    Only a reminder of a text takes a `time`; without one it comes at the person's time.
    """

    about: Annotated[About, Field(strict=False)] | None = None
    about_id: Annotated[UUID, Field(strict=False)] | None = None
    text: Annotated[str, Field(max_length=own_words.TEXT_MAX)] = ""
    on: Day
    time: Clock | None = None


@router.get("/api/reminders")
async def reminders(coaching: Engine, person: Owner) -> RemindersOut:
    """Return how this person is reminded, and the key that a browser subscribes with."""
    return await _now(coaching, person)


@router.patch("/api/reminders")
async def choose(wanted: RemindersIn, coaching: Engine, person: Owner) -> RemindersOut:
    """Change how this person is reminded; turning it on begins anew."""
    given: dict[str, Any] = wanted.model_dump(exclude_unset=True)
    kept: dict[str, Any] = {
        name: value for name, value in given.items() if value is not None or name == "paused_until"
    }
    if wanted.times is not None:
        kept["times"] = [
            ChosenTime(one.time, tuple(one.days), one.about, one.goal_id) for one in wanted.times
        ]
    async with coaching.unit(person, write=True) as s:
        await service.choose(s, person, cast("Wanted", kept), at=coaching.clock.now())
    return await _now(coaching, person)


@router.post("/api/reminders/browsers", status_code=204)
async def subscribe(browser: PushIn, coaching: Engine, here: Here) -> None:
    """Send reminders to this browser."""
    found = Browser(browser.endpoint, browser.p256dh, browser.auth)
    at = coaching.clock.now()
    session = here.session_id
    await browsers.add(coaching.db, coaching.settings, here.owner, found, session=session, at=at)


@router.delete("/api/reminders/browsers", status_code=204)
async def unsubscribe(browser: EndpointIn, coaching: Engine, here: Here) -> None:
    """Send no more reminders to this browser."""
    async with coaching.unit(here.owner, write=True) as s:
        await browsers.remove(s, here.owner, browser.endpoint)


@router.post("/api/reminders/follow-ups", status_code=201)
async def follow_up(wanted: FollowUpIn, coaching: Engine, person: Owner) -> ReminderOut:
    """Ask about a goal or a card on a day, or remind of something in the person's own words."""
    at = coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        if wanted.about is None or wanted.about_id is None:
            clock = wanted.time or ""
            found = await own_words.remind_of(s, person, wanted.text, wanted.on, at=at, clock=clock)
        else:
            found = await service.follow_up(
                s, person, wanted.about, wanted.about_id, wanted.on, at=at
            )
        return _reminder(found, await chosen.words_of(s, found))


@router.delete("/api/reminders/follow-ups/{reminder_id}", status_code=204)
async def cancel(reminder_id: UUID, coaching: Engine, person: Owner) -> None:
    """Cancel a follow-up that waits."""
    async with coaching.unit(person, write=True) as s:
        await service.cancel(s, person, reminder_id)


@router.post("/api/reminders/{reminder_id}/opened")
async def opened(reminder_id: UUID, coaching: Engine, person: Owner) -> ReminderOut:
    """Note that a reminder was opened, and return what it leads to."""
    async with coaching.unit(person, write=True) as s:
        found = await service.opened(s, person, reminder_id, at=coaching.clock.now())
        return _reminder(found, await chosen.words_of(s, found))


@router.get("/api/reminders/stop/{token}", include_in_schema=False)
async def show_stop(token: str, language: Language) -> Response:
    """Ask whether the e-mails end. It changes nothing: mail scanners open links."""
    del token
    return HTMLResponse(form_pages.stop_reminders(language), headers=_PRIVATE)


@router.post("/api/reminders/stop/{token}", include_in_schema=False)
async def stop(token: str, coaching: Engine, language: Language) -> Response:
    """End the e-mails, from the page or by a mail program's one click (RFC 8058)."""
    now = coaching.clock.now()
    owner = await sending.stop_by_mail(coaching.db, coaching.settings, token, now=now)
    page = form_pages.stopped(language, is_known=owner is not None)
    return HTMLResponse(page, 200 if owner else _NOT_FOUND, headers=_PRIVATE)


async def _now(coaching: Coaching, person: UUID) -> RemindersOut:
    async with coaching.unit(person) as s:
        view = await service.of(s, person, at=coaching.clock.now())
        waiting = [_reminder(one, await chosen.words_of(s, one)) for one in view.follow_ups]
        return _out(coaching, view, waiting)


def _reminder(found: Reminder, words: str) -> ReminderOut:
    kept = {name: getattr(found, name) for name in ReminderOut.model_fields if name != "words"}
    return ReminderOut(**kept, words=words)


def _out(coaching: Coaching, view: View, follow_ups: list[ReminderOut]) -> RemindersOut:
    try:
        key = vapid.server(coaching.settings).public_key
    except keys.NoSecretKey:
        key = ""
    found = view.settings
    mine = zip(chosen.of(found), view.skipped, strict=True)
    return RemindersOut(
        **{
            name: getattr(found, name)
            for name in RemindersOut.model_fields
            if hasattr(found, name) and name != "times"
        },
        times=[
            TimeOut(
                time=one.time,
                days=list(one.days),
                about=one.about,
                goal_id=one.goal_id,
                skipped=skipped,
            )
            for one, skipped in mine
        ],
        subjects=[SubjectOut.model_validate(one) for one in view.subjects],
        has_push=view.has_push,
        has_mail=view.has_mail and coaching.settings.has_mail,
        follow_ups=follow_ups,
        push_key=key,
    )
