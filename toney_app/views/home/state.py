from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx
from typing_extensions import TypedDict

from coaching.domains.access_grants import service as grants
from coaching.domains.announcements import service as announcements
from coaching.domains.reminders import own_words
from coaching.domains.reminders import service as reminders
from coaching.domains.sign_in import ways
from coaching.services import (
    briefings,
    care,
    doors,
    focus,
    insight,
    mistaken_alarms,
    profiles,
    safety_events,
    threads,
    wins,
)
from coaching.services.do_not_repeat import may_repeat, sayable, unspoken
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Handler, Then
from toney_app.session_state import guard
from toney_app.views.access.state import AccessState
from toney_app.views.announcement import AnnouncementState
from toney_app.views.help.state import HelpState
from toney_app.views.home import present
from toney_app.views.reminders.state import RemindersState
from toney_app.views.sign_in.state import SignInState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from coaching.services.focus import FocusAnswer, FocusView


LOOKS_AFTER_SECONDS = (1, 1, 1, 1, 2, 2, 3, 5, 8, 13, 21)


class Reflection(TypedDict):
    """The form under an answered card."""

    reflection: str


class HomeState(rx.State):
    part_of_day: rx.Field[str] = rx.field("")
    now: rx.Field[str] = rx.field("")
    focus: rx.Field[present.Focus] = rx.field(default_factory=present.Focus)
    last_win: rx.Field[present.LastWin] = rx.field(default_factory=present.LastWin)
    sentence: rx.Field[str] = rx.field("")
    why: rx.Field[str] = rx.field("")
    left_off: rx.Field[str] = rx.field("")
    asks: rx.Field[bool] = rx.field(default=False)
    is_quiet: rx.Field[bool] = rx.field(False)  # noqa: FBT003 - a default
    _has_looked_out: bool = False

    @rx.event
    @guard.signed_in
    async def load(self) -> Handler:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            profile = await profiles.require(s, owner)
            card = await focus.current(s, owner, at=now)
            has_talked = await doors.has_talked(s, owner)
            win = await wins.newest(s, owner)
            before = await unspoken(s, owner)
            briefing = await briefings.newest(s, owner)
            sentence = await insight.home_sentence(s, owner)
            self.asks = await insight.asks(s, owner, at=now)
            spoken = await threads.last_words(s, owner)
            self.is_quiet = await safety_events.is_quiet(s, owner, at=now)
            is_named = await safety_events.is_named(s, profile, at=now)
            in_care = await care.now(s, owner, at=now)
            can_deny = self.is_quiet and await mistaken_alarms.can_deny(s, owner, at=now)
            place = await ways.offer(s, owner, at=now)
            have_ended = await reminders.has_ended(s, owner)
            waiting = await own_words.at_home(s, owner, at=now)
            access = await grants.notice(s, owner, now=now)
            announced = await announcements.words(s, profile.locale, now=now)
        (await self.get_state(RemindersState))._show(waiting, has_ended=have_ended)
        (await self.get_state(HelpState))._show(in_care, is_named=is_named, can_deny=can_deny)
        (await self.get_state(SignInState))._offer(place)
        (await self.get_state(AccessState))._show(*access)
        (await self.get_state(AnnouncementState)).words = announced
        self.now, self.part_of_day = now.isoformat(), present.part_of_day(now, profile.time_zone)
        self.focus = present.focus(card, has_talked=has_talked)
        may_show = win is not None and may_repeat(win.text, before)
        self.last_win = present.last_win(win if may_show else None, now, profile.time_zone)
        self.sentence = sentence
        self.why = sayable(profile.emotional_why, before)
        self.left_off = "" if self.is_quiet else present.short(spoken)
        if briefing is None and card is None and not self._has_looked_out:
            self._has_looked_out = True
            return HomeState.look_out
        return None

    @rx.event(background=True)
    @guard.signed_in
    async def look_out(self) -> Handler:
        """Wait for the first card: it is written while the person arrives."""
        owner = await guard.person(self)
        for seconds in LOOKS_AFTER_SECONDS:
            await asyncio.sleep(seconds)
            async with engine().unit(owner) as s:
                if await briefings.newest(s, owner):
                    return HomeState.load
        return None

    @rx.event
    @guard.signed_in
    async def try_it(self) -> Then:
        """Take the card on that home introduces."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            if self._shows(await focus.current(s, owner, at=at)):
                await focus.accept(s, owner, at=at)
        return [HomeState.load()]

    @rx.event
    @guard.signed_in
    async def did_it(self) -> Then:
        return await self._answer(focus.complete)

    @rx.event
    @guard.signed_in
    async def not_today(self) -> Then:
        return await self._answer(focus.skip)

    @rx.event
    @guard.signed_in
    async def reflect(self, form: Reflection) -> Then:
        """Add a note to the answer that is shown, also when its day is over."""
        owner, at, shown = await guard.person(self), engine().clock.now(), self.focus
        if not shown.answer:
            return [HomeState.load()]
        card, day, is_done = UUID(shown.id), date.fromisoformat(shown.day), shown.answer == "done"
        async with engine().unit(owner, write=True) as s:
            words = form["reflection"]
            said = await focus.note(s, owner, card, day, words, completed=is_done, at=at)
        await self._read_card(owner, at)
        (await self.get_state(NoticeState))._stored("focus", "reflection")
        await (await self.get_state(HelpState))._offer(said.safety)
        return []

    @rx.event
    @guard.signed_in
    async def skip_note(self) -> None:
        self.focus = replace(self.focus, folded=True)

    async def _answer(self, answer: Callable[..., Awaitable[FocusAnswer]]) -> Then:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            is_shown = self._shows(await focus.current(s, owner, at=now))
            said = await answer(s, owner, at=now) if is_shown else None
        await self._read_card(owner, now)
        notices = await self.get_state(NoticeState)
        notices._stored("focus")  # what was said of another card is not sent again
        if said is None:
            return [HomeState.load()]
        day = {"day": said.day.isoformat()}
        key = f"ui.toast.{self.focus.answer}"
        notices._say(key, undo="focus_answer", of=said.card.id, kept=day)
        await (await self.get_state(HelpState))._offer(said.safety)
        return []

    def _shows(self, view: FocusView | None) -> bool:
        """Return False if another card is in focus by now than the one that they see."""
        return view is not None and str(view.card.id) == self.focus.id

    async def _read_card(self, owner: UUID, at: datetime) -> None:
        async with engine().unit(owner) as s:
            card = await focus.current(s, owner, at=at)
            self.is_quiet = await safety_events.is_quiet(s, owner, at=at)
        self.focus = present.focus(card)
        self.left_off = "" if self.is_quiet else self.left_off
