from __future__ import annotations

from contextlib import suppress
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.errors import Conflict
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.state import RewireState

DraftId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


class DraftState(rx.State):
    @rx.event
    @guard.signed_in
    async def keep(self, draft: DraftId) -> Then:
        """Keep a draft as it is; what has rested meanwhile is shown as that."""
        owner, notices = await guard.person(self), await self.get_state(NoticeState)
        try:
            decided = await conversation.keep_draft(engine(), owner, UUID(draft))
        except Conflict:
            return [ChatState.load]
        if decided.kept is not None:
            notices._say("ui.toast.card_saved", undo="card", of=decided.kept.row.id)
        return [ChatState.load, RewireState.load(), HomeState.load()]

    @rx.event
    @guard.signed_in
    async def leave(self, draft: DraftId) -> Then:
        """Reject a draft without saving a card."""
        with suppress(Conflict):
            await conversation.leave_draft(engine(), await guard.person(self), UUID(draft))
        return [ChatState.load]
