from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.errors import InvalidInput
from coaching.services import wins
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.wins import present

WinId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


class WinForm(TypedDict):
    """The line to write on; `nth` tells a second tap on Add from a second win."""

    win: str
    nth: NotRequired[str]


class ChangeForm(TypedDict):
    """The field in the place of a win that is being changed."""

    words: str


class WinsState(rx.State):
    months: rx.Field[list[present.Month]] = rx.field(default_factory=list[present.Month])
    loaded: rx.Field[bool] = rx.field(default=False)
    has_older: rx.Field[bool] = rx.field(default=False)
    added: rx.Field[int] = rx.field(0)
    editing: rx.Field[str] = rx.field("")
    _wins: list[present.Win] = []
    _older: datetime | None = None

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        self._wins, self._older = [], None
        await self._read()
        self.loaded = True

    @rx.event
    @guard.signed_in
    async def load_older(self) -> None:
        if self._older is not None:
            await self._read()

    @rx.event
    @guard.signed_in
    async def add(self, form: WinForm) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        if form.get("nth", str(self.added)) != str(self.added):
            return []
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await wins.add(s, owner, form["win"], at=at)
        except InvalidInput:
            return []
        self.added += 1
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.win_saved", undo="win", of=kept.row.id)
        notices._stored("win")
        await (await self.get_state(HelpState))._offer(kept.safety)
        return [WinsState.load(), HomeState.load()]

    @rx.event
    @guard.signed_in
    async def start_edit(self, win: WinId) -> None:
        self.editing = win

    @rx.event
    @guard.signed_in
    async def stop_edit(self) -> None:
        self.editing = ""

    @rx.event
    @guard.signed_in
    async def change(self, form: ChangeForm) -> Then:
        """Keep the new words of the win that is open; empty ones change nothing."""
        owner, at = await guard.person(self), engine().clock.now()
        if not self.editing:
            return []
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await wins.edit(s, owner, UUID(self.editing), form["words"], at=at)
        except InvalidInput:
            return []
        self.editing = ""
        await (await self.get_state(HelpState))._offer(kept.safety)
        return [WinsState.load(), HomeState.load()]

    @rx.event
    @guard.signed_in
    async def delete(self, win: WinId) -> Then:
        owner, notices = await guard.person(self), await self.get_state(NoticeState)
        if notices._can_undo("win_deleted", win):
            return []  # a second tap
        async with engine().unit(owner, write=True) as s:
            gone = await wins.delete(s, owner, UUID(win))
        notices._say("ui.toast.win_deleted", undo="win_deleted", of=UUID(win), kept=gone)
        return [WinsState.load(), HomeState.load()]

    async def _read(self) -> None:
        owner = await guard.person(self)
        zone_name = (await self.get_state(SessionState)).zone
        async with engine().unit(owner) as s:
            page = await wins.page(s, owner, before=self._older)
        newest_first = [present.win(row, zone_name) for row in reversed(page.items)]
        self._wins = [*self._wins, *newest_first]
        self.months, self._older = present.months(self._wins), page.next
        self.has_older = page.next is not None
