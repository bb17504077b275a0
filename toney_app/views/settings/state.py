from __future__ import annotations

from typing import Annotated

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.content import tone_band
from coaching.services import profiles
from coaching.values.enums import Depth, LearningStyle, Tension
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard
from toney_app.views.pattern.present import Candidate, everyone

DEPTHS = tuple(depth.value for depth in Depth)
LEARNING_STYLES = tuple(style.value for style in LearningStyle)
Tone = Annotated[float, Field(ge=1, le=10)]


class NameForm(TypedDict):
    name: str


class SettingsState(rx.State):
    tone: rx.Field[float] = rx.field(5.0)
    band: rx.Field[str] = rx.field("balanced")
    depth: rx.Field[str] = rx.field(Depth.BALANCED.value)
    learning_style: rx.Field[str] = rx.field(LearningStyle.REFLECTION.value)
    tensions: rx.Field[list[Candidate]] = rx.field(default_factory=list[Candidate])
    tension: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        async with engine().unit(await guard.person(self)) as s:
            profile = await profiles.require(s, await guard.person(self))
        self.tone, self.band = profile.tone, tone_band(profile.tone)
        self.tensions = everyone(profile.locale)
        self._name_tension((await self.get_state(SessionState)).accent)
        self.depth, self.learning_style = profile.depth.value, profile.learning_style.value

    @rx.event
    @guard.signed_in
    async def set_tone(self, tone: Tone) -> None:
        await self._change(tone=tone)
        self.tone, self.band = tone, tone_band(tone)

    @rx.event
    @guard.signed_in
    async def set_depth(self, depth: Depth) -> None:
        await self._change(depth=depth)
        self.depth = depth.value

    @rx.event
    @guard.signed_in
    async def set_learning_style(self, style: LearningStyle) -> None:
        await self._change(learning_style=style)
        self.learning_style = style.value

    @rx.event
    @guard.signed_in
    async def set_tension(self, tension: Tension) -> None:
        await self._change(tension=tension)
        (await self.get_state(SessionState)).accent = tension.value
        self._name_tension(tension.value)

    @rx.event
    @guard.signed_in
    async def set_name(self, form: NameForm) -> None:
        await self._change(name=form["name"])
        (await self.get_state(SessionState)).name = form["name"].strip()
        (await self.get_state(NoticeState))._close_sheet()

    def _name_tension(self, chosen: str) -> None:
        self.tension = next((found.label for found in self.tensions if found.id == chosen), "")

    async def _change(self, **changes: object) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner, write=True) as s:
            await profiles.change(s, owner, at=engine().clock.now(), **changes)
