"""The way out of the quiet days, where what made them quiet may have been a mistake."""

from __future__ import annotations

import reflex as rx

from coaching.services import mistaken_alarms
from toney_app.engine import engine
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.home.state import HomeState


class QuietState(rx.State):
    @rx.event
    @guard.signed_in
    async def say_safe(self) -> Then:
        """End the quiet days: there was no danger."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await mistaken_alarms.deny_all(s, owner, at=at)
        return [HomeState.load()]
