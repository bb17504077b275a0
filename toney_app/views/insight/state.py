from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.services import insight
from coaching.values.enums import Verdict
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.insight import present
from toney_app.views.insight.history_state import HistoryState

ItemId = Annotated[str, Field(pattern=r"^[a-z]+:[0-9a-f-]{16,36}$")]
MemoryId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
CorrectionId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


class Rewording(TypedDict):
    """The form in which a sentence is said differently."""

    words: str


class InsightState(rx.State):
    page: rx.Field[present.Page] = rx.field(default_factory=present.Page)
    chosen: rx.Field[str] = rx.field("")
    step: rx.Field[str] = rx.field("")
    done: rx.Field[str] = rx.field("")
    undo_id: rx.Field[str] = rx.field("")
    _most: int = insight.MOST_MEMORIES

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        self.chosen = self.step = self.done = self.undo_id = ""
        self._most = insight.MOST_MEMORIES
        (await self.get_state(HistoryState)).is_open = False
        await self._read()

    @rx.event
    @guard.signed_in
    async def show_more(self) -> None:
        """Show more of what Toney remembers."""
        self._most += insight.MOST_MEMORIES
        await self._read()

    @rx.event
    @guard.signed_in
    async def choose(self, item: ItemId) -> None:
        """Open a sentence, or close it again."""
        self.chosen = "" if self.chosen == item else item
        self.step = ""

    @rx.event
    @guard.signed_in
    async def ask(self, step: Annotated[str, Field(pattern=r"^(reword|delete)?$")]) -> None:
        """Ask for other words, or whether to delete; nothing: as before."""
        self.step = step

    @rx.event
    @guard.signed_in
    async def say(self, verdict: Verdict) -> Then:
        return await self._correct(verdict, "")

    @rx.event
    @guard.signed_in
    async def reword(self, form: Rewording) -> Then:
        return await self._correct(Verdict.DIFFERENTLY, form["words"])

    @rx.event
    @guard.signed_in
    async def take_back(self, correction: CorrectionId) -> Then:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await insight.undo(s, owner, UUID(correction), at=at)
        self.done, self.undo_id = "taken_back", ""
        return await self._changed()

    @rx.event
    @guard.signed_in
    async def answer(self, memory: MemoryId, may_keep: bool) -> Then:  # noqa: FBT001
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            said = await insight.answer_waiting(s, owner, UUID(memory), may_keep=may_keep, at=at)
        self.done, self.undo_id = "kept" if may_keep else "let_go", str(said.id) if said else ""
        return await self._changed()

    async def _read(self) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            self.page = present.page(await insight.page(s, owner, at=at, most=self._most))

    async def _correct(self, verdict: Verdict, instead: str) -> Then:
        if not self.chosen:
            return []  # a second tap on what is done already
        owner, at = await guard.person(self), engine().clock.now()
        forgets = verdict is Verdict.DELETED and self.chosen.startswith("remembers:")
        async with engine().unit(owner, write=True) as s:
            said = await insight.correct(s, owner, self.chosen, verdict, instead, at=at)
        (await self.get_state(NoticeState))._stored(f"reword-{self.chosen}")
        self.done, self.undo_id = verdict.value, "" if forgets else str(said.row.id)
        self.chosen = self.step = ""
        await (await self.get_state(HelpState))._offer(said.safety)
        return await self._changed()

    async def _changed(self) -> Then:
        await self._read()
        return [HomeState.load]
