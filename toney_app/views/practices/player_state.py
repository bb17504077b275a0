from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.practices import service
from coaching.domains.practices.runner import Answer
from coaching.errors import Conflict, InvalidInput, NotFound
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.practices import present
from toney_app.views.practices.library_state import PracticesState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from coaching.domains.practices.screen import Shown

    Move = Callable[[Any, UUID, UUID, datetime], Awaitable[Shown]]

PLAYER, CARE = "practice", "practice-care"
PracticeId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
ExitName = Literal["too_much", "not_now", "something_else"]


class Chosen(TypedDict):
    """The form of a step with answers to choose from."""

    number: str
    choice: NotRequired[str]


class Written(TypedDict):
    """The form of a step to write on."""

    number: str
    text: str


class PlayerState(rx.State):
    """The practice that is played: one step at a time. A tap on an earlier step does nothing."""

    step: rx.Field[present.Step] = rx.field(default_factory=present.Step)
    problem: rx.Field[str] = rx.field("")
    care_words: rx.Field[str] = rx.field("")
    care: rx.Field[str] = rx.field("")
    """The category of a crisis that was heard in a practice; its help is shown."""

    @rx.event
    @guard.signed_in
    async def start(self, practice: PracticeId) -> Then:
        """Begin a practice, or go on with it when it is running."""
        return await self._start(await guard.person(self), practice)

    @rx.event
    @guard.signed_in
    async def start_best(self) -> Then:
        """Begin the practice that fits best."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            found = await service.library(s, owner, at)
        return await self._start(owner, found[0].id) if found else []

    @rx.event
    @guard.signed_in
    async def resume(self) -> Then:
        """Show the practice that is running, after a reload or from home."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            shown = await service.current(s, owner, at)
        is_same = shown is not None and self.step.run == str(shown.run_id)
        if shown is None or (is_same and self.step.id == shown.step_id):
            return []
        return await self._show(shown)

    @rx.event
    @guard.signed_in
    async def choose(self, form: Chosen) -> Then:
        choice = form.get("choice", "")
        if self.step.kind == "scale":
            given = Answer(number=int(choice) if choice.isdecimal() else None)
        else:
            given = Answer(chip=choice)
        return await self._answer(form["number"], given)

    @rx.event
    @guard.signed_in
    async def write(self, form: Written) -> Then:
        return await self._answer(form["number"], Answer(text=form["text"]))

    @rx.event
    @guard.signed_in
    async def go_on(self, number: int) -> Then:
        return await self._answer(str(number), Answer())

    @rx.event
    @guard.signed_in
    async def skip(self, number: int) -> Then:
        return await self._answer(str(number), Answer(skip=True))

    @rx.event
    @guard.signed_in
    async def back(self, number: int) -> Then:
        return await self._move(str(number), service.back)

    @rx.event
    @guard.signed_in
    async def leave(self, number: int, way: ExitName) -> Then:
        return await self._move(
            str(number), lambda s, owner, run, at: service.leave(s, owner, run, way, at)
        )

    async def _start(self, owner: UUID, practice: str) -> Then:
        at = engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            shown = await service.start(s, owner, practice, at)
        (await self.get_state(NoticeState))._show_sheet(PLAYER)
        return await self._show(shown)

    async def _answer(self, number: str, given: Answer) -> Then:
        return await self._move(
            number, lambda s, owner, run, at: service.answer(s, owner, run, given, at)
        )

    async def _move(self, number: str, move: Move) -> Then:
        """Move on from a step, once; an answer that doesn't fit says what is missing."""
        if number != str(self.step.number):
            return []
        owner, run, at = await guard.person(self), UUID(self.step.run), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                there = await service.current(s, owner, at)
                if there is not None and there.step_id != self.step.id:
                    # Another tab has gone on: this one follows.
                    return await self._show(there)
                shown = await move(s, owner, run, at)
        except InvalidInput:
            self.problem = self.step.kind
            return []
        except (Conflict, NotFound):
            self.step = present.Step(number=self.step.number + 1)
            return [PracticesState.look]
        return await self._show(shown)

    async def _show(self, shown: Shown) -> Then:
        self.problem = ""
        if shown.type == "crisis":
            return await self._show_help(shown)
        self.step = present.step(shown, self.step.number + 1)
        (await self.get_state(PracticesState)).running = "" if shown.type == "end" else shown.title
        return []

    async def _show_help(self, shown: Shown) -> Then:
        """Close the player and open the help that the chat shows."""
        self.step = present.Step(number=self.step.number + 1)
        self.care_words, self.care = shown.text, shown.safety.category
        helping = await self.get_state(HelpState)
        helping.category, helping.is_named = self.care, True
        (await self.get_state(NoticeState))._show_sheet(CARE)
        return [HomeState.load, PracticesState.look]
