from __future__ import annotations

from typing import TypedDict

import reflex as rx

from coaching.services import briefings, conversations, focus, profiles, wins
from toney_app.engine import engine
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.home import present


class Reflection(TypedDict):
    """The form under an answered card."""

    reflection: str


class HomeState(rx.State):
    part_of_day: str = ""
    now: str = ""
    focus: present.Focus = present.Focus()
    last_win: present.LastWin = present.LastWin()
    sentence: str = ""
    why: str = ""
    left_off: str = ""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            profile = await profiles.get(s, owner)
            card = await focus.current(s, owner, at=now)
            win = await wins.newest(s, owner)
            briefing = await briefings.newest(s, owner)
            spoken = await conversations.last_words(s, owner)
        self.now, self.part_of_day = now.isoformat(), present.part_of_day(now, profile.time_zone)
        self.focus = present.focus(card)
        self.last_win = present.last_win(win, now, profile.time_zone)
        self.sentence = briefing.one_sentence if briefing else ""
        self.why = profile.emotional_why
        self.left_off = present.short(spoken)

    @rx.event
    @guard.signed_in
    async def did_it(self) -> None:
        await self._answer(focus.complete, None)

    @rx.event
    @guard.signed_in
    async def not_today(self) -> None:
        await self._answer(focus.skip, None)

    @rx.event
    @guard.signed_in
    async def reflect(self, form: Reflection) -> None:
        answer = focus.complete if self.focus.answer == "done" else focus.skip
        await self._answer(answer, form["reflection"])

    async def _answer(self, answer: focus.Answer, reflection: str | None) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            said = await answer(s, owner, at=now, reflection=reflection)
            card = await focus.current(s, owner, at=now)
        self.focus = present.focus(card)
        helping = await self.get_state(HelpState)
        helping._offer(said.safety)
