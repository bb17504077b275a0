from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.errors import InvalidInput, TooMany
from coaching.values.dreams import DreamCategory, DreamStatus, Priority
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.goals import present
from toney_app.views.goals.state import GoalsState
from toney_app.views.help.state import HelpState

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
Category = Annotated[str, Field(pattern=f"^({'|'.join(DreamCategory)}|)$")]
Rank = Annotated[str, Field(pattern=f"^({'|'.join(Priority)})$")]
Status = Annotated[str, Field(pattern=f"^({'|'.join(DreamStatus)})$")]


class DreamForm(TypedDict):
    """The form of a dream."""

    title: str
    description: NotRequired[str]
    category: NotRequired[Category]
    priority: NotRequired[Rank]
    target: NotRequired[str]


class DreamsState(rx.State):
    draft: rx.Field[present.Dream] = rx.field(default_factory=present.Dream)
    category: rx.Field[str] = rx.field("")
    number: rx.Field[int] = rx.field(0)
    problem: rx.Field[str] = rx.field("")
    confirming: rx.Field[bool] = rx.field(default=False)
    _made: str = ""
    """The id of what this form has added: a second tap changes it."""

    @rx.event
    @guard.signed_in
    async def start_new(self) -> None:
        self._begin(present.Dream())

    @rx.event
    @guard.signed_in
    async def start_edit(self, dream: RowId) -> None:
        """Open the form with the dream as it is now: another device may have changed it."""
        goals = await self.get_state(GoalsState)
        await goals._read(await guard.person(self))
        found = present.found_dream(goals.board, dream)
        if found.id:
            self._begin(found)
            return
        notices = await self.get_state(NoticeState)
        notices._say("ui.problem.not_found")
        notices._close_sheet()

    @rx.event
    @guard.signed_in
    async def choose_category(self, category: Category) -> None:
        """Choose what kind of dream it is; the same again chooses none."""
        self.category = "" if self.category == category else category

    @rx.event
    @guard.signed_in
    async def save(self, form: DreamForm) -> None:
        """Keep a new dream, or the changes of one."""
        owner, at = await guard.person(self), engine().clock.now()
        fields = DreamFields(
            title=form["title"],
            description=form.get("description", ""),
            category=DreamCategory(self.category) if self.category else None,
            priority=Priority(form.get("priority", Priority.MEDIUM)),
            target_on=form.get("target", ""),
        )
        try:
            async with engine().unit(owner, write=True) as s:
                if row := self.draft.id or self._made:
                    kept = await dreams.edit(s, owner, UUID(row), fields, at=at)
                else:
                    kept = await dreams.add(s, owner, fields, at=at)
            await (await self.get_state(GoalsState))._read(owner)
        except InvalidInput:
            self.problem = "words"
            return
        except TooMany:
            self.problem = "full"
            return
        self._made = str(kept.row.id)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.dream_saved")
        notices._stored(f"dream-{self.draft.id}")
        notices._close_sheet()
        await (await self.get_state(HelpState))._offer(kept.safety)

    @rx.event
    @guard.signed_in
    async def set_status(self, status: Status) -> None:
        """Set a dream aside, take it up again, or say that it has come true."""
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                fields = DreamFields(status=DreamStatus(status))
                await dreams.edit(s, owner, UUID(self.draft.id), fields, at=at)
            await (await self.get_state(GoalsState))._read(owner)
        except TooMany:
            self.problem = "full"
            return
        notices = await self.get_state(NoticeState)
        notices._say(f"ui.toast.dream_{status}")
        notices._close_sheet()

    @rx.event
    @guard.signed_in
    async def ask_to_delete(self) -> None:
        self.confirming = True

    @rx.event
    @guard.signed_in
    async def delete(self) -> None:
        owner, goals = await guard.person(self), await self.get_state(GoalsState)
        if not present.found_dream(goals.board, self.draft.id).id:  # a second tap
            return
        async with engine().unit(owner, write=True) as s:
            await dreams.delete(s, owner, UUID(self.draft.id))
        await goals._read(owner)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.dream_deleted")
        notices._close_sheet()

    def _begin(self, dream: present.Dream) -> None:
        self.draft, self.category, self._made = dream, dream.category, ""
        self.problem, self.confirming = "", False
        self.number += 1
