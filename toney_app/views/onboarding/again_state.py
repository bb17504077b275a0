from __future__ import annotations

import reflex as rx

from coaching.services import onboarding
from toney_app.engine import engine
from toney_app.session_state import SessionState, guard
from toney_app.views.onboarding.state import OnboardingState


class AgainState(rx.State):
    @rx.event
    @guard.signed_in
    async def begin(self) -> None:
        """Answer the questions again; old answers stay, and Back on the first one leads home."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            person = await onboarding.begin_again(s, owner, at=at)
        (await self.get_state(SessionState))._show(person)
        (await self.get_state(OnboardingState))._show(person)
