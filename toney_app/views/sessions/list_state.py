from __future__ import annotations

from typing import Annotated

import reflex as rx
from pydantic import Field

from coaching.services import search
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.sessions import present

Query = Annotated[str, Field(max_length=200)]


class SessionsState(rx.State):
    """Past sessions, all of them or those in which something was said."""

    rows: rx.Field[list[present.Row]] = rx.field(default_factory=list[present.Row])
    query: rx.Field[str] = rx.field("")
    has_more: rx.Field[bool] = rx.field(default=False)
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

    async def _show(self, query: str, before: int | None) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            page = await search.sessions(s, owner, query=query, before=before)
        rows = [present.row(found) for found in page.items]
        self.rows = self.rows + rows if before else rows
        self.query, self._next, self.has_more = query, page.next, page.next is not None
