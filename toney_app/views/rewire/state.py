from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.errors import ConsentMissing
from coaching.services import cards
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire import present
from toney_app.views.rewire.search_state import CardSearchState

CardId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


class RewireState(rx.State):
    shelf: rx.Field[present.Shelf] = rx.field(default_factory=present.Shelf)
    chosen: rx.Field[present.Card] = rx.field(default_factory=present.Card)
    confirming: rx.Field[bool] = rx.field(default=False)
    has_older: rx.Field[bool] = rx.field(default=False)
    _most: int = cards.PAGE

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        # An open card shows what became of it.
        await self._turn_to(await guard.person(self), self.chosen.id)

    @rx.event
    @guard.signed_in
    async def load_older(self) -> None:
        self._most += cards.PAGE
        await self._turn_to(await guard.person(self), self.chosen.id)

    @rx.event
    @guard.signed_in
    async def choose(self, card: CardId) -> None:
        search = await self.get_state(CardSearchState)
        self.chosen, self.confirming = self._of(card, search.found), False

    @rx.event
    @guard.signed_in
    async def arrive(self) -> None:
        """Close the back of a card that an address asks for, when no card was turned over."""
        if not self.chosen.id:
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def put_in_focus(self) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await cards.set_focus(s, owner, UUID(self.chosen.id), at=at)
        return await self._changed("ui.toast.card_in_focus")

    @rx.event
    @guard.signed_in
    async def graduate(self) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await cards.graduate(s, owner, UUID(self.chosen.id), at=at)
        kept = {"focus": self.chosen.is_focus}
        return await self._changed("ui.toast.card_in_toolkit", undo="graduated", kept=kept)

    @rx.event
    @guard.signed_in
    async def revisit(self) -> Then:
        """Talk about a card: show a prepared first line, without a model call."""
        owner = await guard.person(self)
        try:
            await conversation.revisit_card(engine(), owner, UUID(self.chosen.id))
        except ConsentMissing:
            (await self.get_state(NoticeState))._show_sheet("consent")
            return []
        return [ChatState.load()]

    @rx.event
    @guard.signed_in
    async def ask_to_delete(self) -> None:
        self.confirming = True

    @rx.event
    @guard.signed_in
    async def delete(self) -> Then:
        owner, card = await guard.person(self), self.chosen.id
        if not card or (await self.get_state(NoticeState))._can_undo("card_deleted", card):
            return []
        async with engine().unit(owner, write=True) as s:
            gone = asdict(await cards.delete(s, owner, UUID(card)))
        return await self._changed("ui.toast.card_deleted", undo="card_deleted", kept=gone)

    async def _turn_to(self, owner: UUID, card: str) -> bool:
        """Read the cards anew and choose one; False if it is gone."""
        now = engine().clock.now()
        async with engine().unit(owner) as s:
            page = await cards.page(s, owner, limit=self._most)
        self.shelf, self.has_older = present.shelf(page.items, now), page.next is not None
        search = await self.get_state(CardSearchState)
        self.chosen = self._of(card, await search._look_again(owner))
        return bool(self.chosen.id)

    def _of(self, card: str, found: list[present.Card]) -> present.Card:
        every = [self.shelf.focus, *self.shelf.practising, *self.shelf.toolkit, *found]
        return next((one for one in every if one.id == card), present.Card())

    async def _changed(
        self, key: str, *, undo: str = "", kept: dict[str, Any] | None = None
    ) -> Then:
        notices = await self.get_state(NoticeState)
        notices._say(key, undo=undo, of=UUID(self.chosen.id), kept=kept)
        notices._close_sheet()
        return [RewireState.load(), HomeState.load()]
