from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.goals import service as goals
from coaching.errors import InvalidInput, NotFound, TooMany
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.goals.state import GoalsState
from toney_app.views.help.state import HelpState

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
RowOrNone = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


UNDO = "step_before"
"""The kind of the notice that a step was changed or deleted."""


class LineForm(TypedDict):
    """One line to write on; `due` is a day or empty, `nth` tells a second tap apart."""

    text: str
    due: NotRequired[str]
    nth: NotRequired[str]


class StepsState(rx.State):
    """The small steps of the open goal."""

    lines: rx.Field[int] = rx.field(0)
    editing: rx.Field[str] = rx.field("")
    """The id of the step whose words are changed."""

    @rx.event
    @guard.signed_in
    async def add_step(self, form: LineForm) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        board = await self.get_state(GoalsState)
        if form.get("nth", str(self.lines)) != str(self.lines):
            return
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await goals.add_step(s, owner, UUID(board.goal.id), form["text"], at=at)
            await board._read(owner)
        except InvalidInput:
            return
        except TooMany:
            board.problem = "lines"
            return
        self.lines += 1
        board.problem = ""
        await (await self.get_state(HelpState))._offer(kept.safety)

    @rx.event
    @guard.signed_in
    async def tick(self, step: RowId, done: bool) -> None:  # noqa: FBT001 - sent by the page
        owner, at = await guard.person(self), engine().clock.now()
        board = await self.get_state(GoalsState)
        try:
            async with engine().unit(owner, write=True) as s:
                await goals.edit_step(s, owner, UUID(step), at=at, is_done=done)
        except NotFound:  # another device has deleted it
            (await self.get_state(NoticeState))._say("ui.problem.not_found")
        await board._read(owner)

    @rx.event
    @guard.signed_in
    async def edit(self, step: RowOrNone) -> None:
        """Open a step to change its words, or none."""
        self.editing = step

    @rx.event
    @guard.signed_in
    async def change(self, form: LineForm) -> None:
        """Give the open step other words, with undo."""
        owner, at = await guard.person(self), engine().clock.now()
        board, step = await self.get_state(GoalsState), self.editing
        if not step:
            return
        self.editing = ""
        try:
            async with engine().unit(owner, write=True) as s:
                before = await goals.step_as_kept(s, owner, UUID(step))
                kept = await goals.edit_step(s, owner, UUID(step), at=at, text=form["text"])
        except (InvalidInput, NotFound):  # no words, or another tab has deleted it
            await board._read(owner)
            return
        await board._read(owner)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.step_changed", undo=UNDO, of=UUID(step), kept=before)
        await (await self.get_state(HelpState))._offer(kept.safety)

    @rx.event
    @guard.signed_in
    async def drop_step(self, step: RowId) -> None:
        """Delete a step, with undo."""
        owner = await guard.person(self)
        board = await self.get_state(GoalsState)
        if all(one.id != step for one in board.goal.steps):  # a second tap
            return
        async with engine().unit(owner, write=True) as s:
            gone = await goals.step_as_kept(s, owner, UUID(step))
            await goals.delete_step(s, owner, UUID(step))
        await board._read(owner)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.step_deleted", undo=UNDO, of=UUID(step), kept=gone)
