from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import reflex as rx
from typing_extensions import TypedDict

from coaching.content import languages, tone_band
from coaching.errors import InvalidInput
from coaching.services import profiles
from coaching.values.enums import Depth, LearningStyle
from toney_app.device_state import DeviceState
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard
from toney_app.views.pattern.present import Candidate, everyone

if TYPE_CHECKING:
    from coaching.models import Profile

DEPTHS = tuple(depth.value for depth in Depth)
LANGUAGES = languages()
LEARNING_STYLES = tuple(style.value for style in LearningStyle)
Name = Literal["tone", "depth", "learning_style", "tension", "name", "language"]
NAMES: tuple[Name, ...] = get_args(Name)


class Setting(TypedDict):
    """The form of a setting."""

    setting: Name
    value: str


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
        self.tensions = everyone(profile.locale)
        await self._read(profile)

    @rx.event
    @guard.signed_in
    async def store(self, form: Setting) -> None:
        """Store what was chosen; the page sends it until it hears of it (toney_app/outbox.py)."""
        name, value = form["setting"], form["value"]
        notices = await self.get_state(NoticeState)
        try:
            person = await self._change(name, value)
        except InvalidInput:
            notices._say("ui.problem.validation_error")
        else:
            (await self.get_state(SessionState))._show(person)
            (await self.get_state(DeviceState))._speaks(person)
            await self._read(person)
        notices._stored(f"set_{name}={value}")

    async def _read(self, profile: Profile) -> None:
        self.tone, self.band = profile.tone, tone_band(profile.tone)
        self.depth, self.learning_style = profile.depth.value, profile.learning_style.value
        self._name_tension((await self.get_state(SessionState)).accent)

    def _name_tension(self, chosen: str) -> None:
        self.tension = next((found.label for found in self.tensions if found.id == chosen), "")

    async def _change(self, name: str, value: str) -> Profile:
        owner = await guard.person(self)
        wanted = {name: as_number(value) if name == "tone" else value}
        now = engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            if name == "language":
                return await profiles.speak(s, owner, value, at=now)
            return await profiles.change(s, owner, at=now, **wanted)


def as_number(value: str) -> float:
    """Return a number from a form."""
    try:
        return float(value)
    except ValueError:
        raise InvalidInput({"tone": "has to be a number"}) from None
