from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.services import onboarding
from coaching.values.enums import Tension
from toney_app.engine import engine
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.pattern import present
from toney_app.views.style.state import StyleState

if TYPE_CHECKING:
    from coaching.models import Profile

Note = Annotated[str, Field(max_length=600)]


class PartlyForm(TypedDict):
    note: Note


class PatternState(rx.State):
    pattern: rx.Field[present.Pattern] = rx.field(default_factory=present.Pattern)
    is_picking: rx.Field[bool] = rx.field(default=False)
    is_partly: rx.Field[bool] = rx.field(default=False)
    picked: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            self._show(await onboarding.where(s, owner))

    @rx.event
    @guard.signed_in
    async def fits(self) -> None:
        await self._decide("fits")

    @rx.event
    @guard.signed_in
    async def say_partly(self) -> None:
        self.is_partly = True

    @rx.event
    @guard.signed_in
    async def choose_again(self) -> None:
        self.is_partly = False

    @rx.event
    @guard.signed_in
    async def fits_partly(self, form: PartlyForm) -> None:
        await self._decide("partly", note=form["note"])

    @rx.event
    @guard.signed_in
    async def look_at_all(self) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            lang = (await onboarding.where(s, owner)).locale
        self.pattern = present.with_everyone(self.pattern, lang)
        self.is_picking = True

    @rx.event
    @guard.signed_in
    async def pick(self, tension: Tension) -> None:
        self.picked = tension.value
        (await self.get_state(SessionState)).accent = tension.value

    @rx.event
    @guard.signed_in
    async def keep_picked(self) -> None:
        await self._decide("different", tension=Tension(self.picked))

    @rx.event
    @guard.signed_in
    async def keep_none(self) -> None:
        await self._decide("different")

    def _show(self, profile: Profile) -> None:
        self.pattern = present.pattern(profile)
        self.is_picking, self.is_partly, self.picked = bool(self.pattern.pick), False, ""

    async def _decide(
        self, fit: onboarding.Fit, *, tension: Tension | None = None, note: str = ""
    ) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await onboarding.decide(s, owner, fit, at=at, tension=tension, note=note)
        await (await self.get_state(HelpState))._offer(kept.safety)
        await (await self.get_state(StyleState))._open(kept.row)
