from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import reflex as rx
from pydantic import Field

from coaching.services import cards
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.rewire import present

if TYPE_CHECKING:
    from uuid import UUID

Words = Annotated[str, Field(max_length=200)]


class CardSearchState(rx.State):
    is_open: rx.Field[bool] = rx.field(default=False)
    query: rx.Field[str] = rx.field("")
    found: rx.Field[list[present.Card]] = rx.field(default_factory=list)

    @rx.event
    @guard.signed_in
    async def toggle(self) -> None:
        """Show the field of the search, or leave the search."""
        self.is_open, self.query, self.found = not self.is_open, "", []

    @rx.event
    @guard.signed_in
    async def look_for(self, words: Words) -> None:
        """Show the cards with these words."""
        self.query = words.strip()
        await self._look_again(await guard.person(self))

    async def _look_again(self, owner: UUID) -> list[present.Card]:
        """Repeat the search and return its cards; without words the database isn’t asked."""
        rows, now = [], engine().clock.now()
        if self.query:
            async with engine().unit(owner) as s:
                rows = await cards.find(s, owner, self.query)
        self.found = [present.card(row, now) for row in rows]
        return self.found
