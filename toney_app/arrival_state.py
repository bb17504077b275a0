"""Load the data of a page when it opens, depending on who is signed in."""

from __future__ import annotations

import reflex as rx

from coaching.errors import Unauthenticated
from coaching.values.enums import OnboardingStep
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.home_loads import home_loads
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.pattern.state import PatternState
from toney_app.views.style.state import StyleState


class ArrivalState(rx.State):
    @rx.event
    @guard.public
    async def arrive(self) -> Then:
        try:
            owner = await guard.person(self)
        except Unauthenticated:
            owner = None
        session = await self.get_state(SessionState)
        await session._arrive(owner)
        return reads(session.step)


def reads(step: str) -> Then:
    """Return what the page of a step reads."""
    match step:
        case OnboardingStep.WELCOME:
            return []
        case OnboardingStep.QUESTIONS:
            return [OnboardingState.load()]
        case OnboardingStep.PATTERN:
            return [PatternState.load()]
        case OnboardingStep.STYLE_INTRO | OnboardingStep.STYLE_QUIZ:
            return [StyleState.load()]
        case _:
            return home_loads()
