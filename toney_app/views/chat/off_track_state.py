from __future__ import annotations

from uuid import UUID

import reflex as rx

from coaching import conversation
from coaching.services import insight
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState, TurnId
from toney_app.views.home.state import HomeState


class OffTrackState(rx.State):
    @rx.event
    @guard.signed_in
    async def say(self, turn: TurnId) -> Then:
        """“That's not it”: drop the guess behind the reply, and say so in the chat."""
        owner, since = await guard.person(self), engine().clock.now()
        await conversation.off_track(engine(), owner, UUID(turn))
        async with engine().unit(owner) as s:
            dropped = await insight.last_off_track(s, owner, since=since)
        if dropped is not None:
            notices = await self.get_state(NoticeState)
            notices._say("ui.toast.guess_dropped", undo="off_track", of=dropped.id)
        return [ChatState.load, HomeState.load]
