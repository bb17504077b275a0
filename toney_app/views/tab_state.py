from __future__ import annotations

import reflex as rx

from coaching.services import profiles
from coaching.values.enums import OnboardingStep
from toney_app.device_state import DeviceState
from toney_app.engine import engine
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.home.state import HomeState
from toney_app.views.money.state import MoneyState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.rewire.state import RewireState
from toney_app.views.wins.state import WinsState


class TabState(rx.State):
    """One of several tabs: what another one has changed is read again."""

    @rx.event
    @guard.signed_in
    async def look_again(self, hidden: bool) -> Then:  # noqa: FBT001 - what the event says
        if hidden:
            return []
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            person = await profiles.require(s, owner)
        (await self.get_state(DeviceState))._speaks(person)
        step = (await self.get_state(SessionState)).step
        if step != OnboardingStep.HOME.value:
            return []
        money = [MoneyState.load()] if (await self.get_state(MoneyState)).first else []
        views = [HomeState.load(), WinsState.load(), RewireState.load(), ShelfState.load()]
        return [*views, *money]
