"""Load the data of a page when it opens, depending on who is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from coaching.errors import Locked, Unauthenticated
from coaching.values.enums import OnboardingStep
from toney_app.device_state import DeviceState
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.home_loads import home_loads
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.pattern.state import PatternState
from toney_app.views.sign_in.state import SignInState
from toney_app.views.style.state import StyleState

if TYPE_CHECKING:
    from coaching.models import Profile


class ArrivalState(rx.State):
    @rx.event
    @guard.public
    async def arrive(self) -> Then:
        owner, is_locked = None, False
        try:
            owner = await guard.person(self)
        except Locked:
            is_locked = True
        except Unauthenticated:
            pass
        session = await self.get_state(SessionState)
        device = await self.get_state(DeviceState)
        device._belongs_to(owner)
        person = await session._arrive(owner, locked=is_locked)
        device._speaks(person)
        (await self.get_state(SignInState))._arrive()
        return [] if person is None else await self._fill(person)

    async def _fill(self, person: Profile) -> Then:
        """Show a question in the same update as its step; return what the other pages read."""
        match person.onboarding_step:
            case OnboardingStep.QUESTIONS:
                (await self.get_state(OnboardingState))._show(person)
            case OnboardingStep.PATTERN:
                (await self.get_state(PatternState))._show(person)
            case OnboardingStep.STYLE_INTRO | OnboardingStep.STYLE_QUIZ:
                await (await self.get_state(StyleState))._open(person)
            case _:
                return home_loads()
        return []
