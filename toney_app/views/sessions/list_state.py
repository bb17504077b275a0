from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.services import search
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.home.state import HomeState
from toney_app.views.sessions import present
from toney_app.views.sessions.doors_state import DoorsState

Query = Annotated[str, Field(max_length=200)]
SessionId = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


class SessionsState(rx.State):
    """Past sessions, all of them or those in which something was said."""

    rows: rx.Field[list[present.SessionRow]] = rx.field(default_factory=list[present.SessionRow])
    query: rx.Field[str] = rx.field("")
    has_more: rx.Field[bool] = rx.field(default=False)
    asking: rx.Field[str] = rx.field("")
    _next: int | None = None

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        await self._show("", None)

    @rx.event
    @guard.signed_in
    async def refresh(self) -> None:
        """Look again for the same words: the sheet stays as it was left, with what is new."""
        await self._show(self.query, None)

    @rx.event
    @guard.signed_in
    async def look_for(self, query: Query) -> None:
        await self._show(query.strip(), None)

    @rx.event
    @guard.signed_in
    async def show_more(self) -> None:
        await self._show(self.query, self._next)

    @rx.event
    @guard.signed_in
    async def ask(self, session: SessionId) -> None:
        """Ask whether a session shall be deleted; with an empty id the question goes."""
        self.asking = session

    @rx.event
    @guard.signed_in
    async def delete(self, session: SessionId) -> Then:
        owner = await guard.person(self)
        if (await self.get_state(NoticeState))._can_undo("session_deleted", session):
            return []
        kept = await conversation.forget_session(engine(), owner, UUID(session))
        self.rows, self.asking = [row for row in self.rows if row.id != session], ""
        (await self.get_state(NoticeState))._say(
            "ui.toast.session_deleted", undo="session_deleted", of=UUID(session), kept=kept
        )
        chat = await self.get_state(ChatState)
        await chat._load()
        chat._drop(*kept["turns"])
        return [HomeState.load(), DoorsState.load()]

    async def _show(self, query: str, before: int | None) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            page = await search.sessions(s, owner, query=query, before=before)
        rows = [present.row(found) for found in page.items]
        self.rows = self.rows + rows if before else rows
        self.asking = ""
        self.query, self._next, self.has_more = query, page.next, page.next is not None
