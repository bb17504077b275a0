from __future__ import annotations

from uuid import UUID

import reflex as rx

from coaching import conversation
from toney_app.engine import engine
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState, TurnId
from toney_app.views.home.state import HomeState


class OffTrackState(rx.State):
    @rx.event
    @guard.signed_in
    async def say(self, turn: TurnId) -> Then:
        """The reply leads astray: what it followed is put down, and the coach says so."""
        await conversation.off_track(engine(), await guard.person(self), UUID(turn))
        return [ChatState.load, HomeState.load]
