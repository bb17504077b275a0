from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.clock import local_day
from coaching.domains.ledger import service as ledger
from coaching.domains.ledger.entries import Place
from coaching.services import profiles
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.goals.state import GoalsState
from toney_app.views.home.state import HomeState
from toney_app.views.ledger import present
from toney_app.views.rewire.state import RewireState
from toney_app.views.wins.state import WinsState

Group = Annotated[str, Field(pattern=f"^({'|'.join(present.GROUPS)}|)$")]
EntryId = Annotated[str, Field(pattern=r"^[a-z]{1,20}:[0-9a-f-]{36}$")]


class LedgerState(rx.State):
    """What Toney wrote for the person, all of it or one group."""

    rows: rx.Field[list[present.Row]] = rx.field(default_factory=list[present.Row])
    group: rx.Field[str] = rx.field("")
    loaded: rx.Field[bool] = rx.field(default=False)
    has_more: rx.Field[bool] = rx.field(default=False)
    _next: str = ""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        await self._show(self.group, "")

    @rx.event
    @guard.signed_in
    async def show(self, group: Group) -> None:
        await self._show(group, "")

    @rx.event
    @guard.signed_in
    async def show_more(self) -> None:
        await self._show(self.group, self._next)

    @rx.event
    @guard.signed_in
    async def undo(self, entry: EntryId) -> Then:
        """Undo an entry; it stays in the list, crossed out, until the list is read again."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            gone = await ledger.undo(s, owner, entry, at=at)
        self.rows = [
            replace(row, is_undone=True, can_undo=False) if row.id == entry else row
            for row in self.rows
        ]
        row_id = UUID(entry.partition(":")[2])
        (await self.get_state(NoticeState))._say(
            "ui.toast.ledger_undone", undo=gone.kind, of=row_id, kept=gone.kept
        )
        return [HomeState.load(), RewireState.load(), WinsState.load(), GoalsState.load()]

    async def _show(self, group: str, cursor: str) -> None:
        owner = await guard.person(self)
        before = Place.of(cursor) if cursor else None
        async with engine().unit(owner) as s:
            kinds = present.GROUPS.get(group, ())
            page = await ledger.page(s, owner, kinds=kinds, before=before)
            zone = (await profiles.require(s, owner)).time_zone
        above = local_day(before.at, zone).isoformat() if before else ""
        rows = present.rows(page.entries, zone, after=above)
        self.rows = [*self.rows, *rows] if before else rows
        self.group, self._next, self.loaded = group, str(page.next or ""), True
        self.has_more = page.next is not None
