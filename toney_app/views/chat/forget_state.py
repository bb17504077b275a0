from __future__ import annotations

from uuid import UUID

import reflex as rx

from coaching import conversation
from coaching.errors import Conflict
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState, TurnId
from toney_app.views.home.state import HomeState


class ForgetState(rx.State):
    @rx.event
    @guard.signed_in
    async def delete(self, turn: TurnId) -> Then:
        """Delete a message with its reply; a turn that is still being read says so."""
        owner, notices = await guard.person(self), await self.get_state(NoticeState)
        try:
            kept = await conversation.forget(engine(), owner, UUID(turn))
        except Conflict:
            notices._say("ui.toast.not_yet")
            return []
        notices._say("ui.toast.message_deleted", undo="message_deleted", of=UUID(turn), kept=kept)
        (await self.get_state(ChatState))._drop(turn)
        return [HomeState.load()]
