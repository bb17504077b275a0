from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.services import misfits
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.state import CardId, RewireState

StarterId = Annotated[str, Field(pattern=r"^[a-z]{1,20}_card_[0-9]{1,2}$")]


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter card that they may have instead."""

    id: str
    title: str
    content: str


class MisfitState(rx.State):
    others: rx.Field[list[Starter]] = rx.field(default_factory=list[Starter])
    _card: str = ""

    @rx.event
    @guard.signed_in
    async def ask(self, card: CardId) -> None:
        """Show what they can have instead of their focus card."""
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            found = await misfits.others(s, owner)
        self._card = card
        self.others = [Starter(one.id, one.title, one.content) for one in found]

    @rx.event
    @guard.signed_in
    async def arrive(self) -> None:
        """Close the sheet that an address asks for, when no card was named."""
        if not self._card:
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def choose(self, starter: StarterId) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            before = await misfits.replace_with(s, owner, UUID(self._card), starter, at=at)
        return await self._changed("ui.toast.card_in_focus", before)

    @rx.event
    @guard.signed_in
    async def leave_out(self) -> Then:
        """Have no card for now; theirs stays in Rewire."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            before = await misfits.leave_out(s, owner, UUID(self._card), at=at)
        return await self._changed("ui.toast.card_put_aside", before)

    async def _changed(self, key: str, before: dict[str, Any]) -> Then:
        notices = await self.get_state(NoticeState)
        if before:
            notices._say(key, undo="card_misfit", of=UUID(self._card), kept=before)
        notices._close_sheet()
        return [RewireState.load(), HomeState.load()]
