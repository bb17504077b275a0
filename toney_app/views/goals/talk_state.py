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
DreamId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
RowId = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


class TalkState(rx.State):
    @rx.event
    @guard.signed_in
    async def talk(self, kind: KindName, goal: RowId) -> Then:
        """Begin a conversation of a kind, about a goal if one is given."""
        return await self._open(ConversationKind(kind), goal_id=UUID(goal) if goal else None)

    @rx.event
    @guard.signed_in
    async def talk_about_dream(self, dream: DreamId) -> Then:
        """Begin a conversation about a dream."""
        return await self._open(ConversationKind.CLARIFY, dream_id=UUID(dream))

    async def _open(
        self, kind: ConversationKind, *, goal_id: UUID | None = None, dream_id: UUID | None = None
    ) -> Then:
        owner = await guard.person(self)
        try:
            await conversation.open_kind(engine(), owner, kind, goal_id=goal_id, dream_id=dream_id)
        except ConsentMissing:
            (await self.get_state(NoticeState))._show_sheet("consent")
            return []
        return [ChatState.load()]
