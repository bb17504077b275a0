from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.errors import ConsentMissing
from coaching.values.conversations import ConversationKind
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState

KindName = Annotated[str, Field(pattern=r"^(clarify|planning|research|reflection)$")]
RowId = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


class TalkState(rx.State):
    @rx.event
    @guard.signed_in
    async def talk(self, kind: KindName, goal: RowId) -> Then:
        """Begin a conversation of a kind, about a goal if one is given."""
        owner, about = await guard.person(self), UUID(goal) if goal else None
        try:
            await conversation.open_kind(engine(), owner, ConversationKind(kind), goal_id=about)
        except ConsentMissing:
            (await self.get_state(NoticeState))._show_sheet("consent")
            return []
        return [ChatState.load()]
