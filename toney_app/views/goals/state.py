from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.directions import service as directions
from coaching.domains.dreams import service as dreams
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import InvalidInput, TooMany
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.values.goals import GoalStatus, IfThen, plan_from
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.goals import present
from toney_app.views.help.state import HelpState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.values.safety import SafetyVerdict

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
Status = Annotated[str, Field(pattern=f"^({'|'.join(GoalStatus)})$")]


class GoalForm(TypedDict):
    """The form of a goal; `parent` is `dream:ID`, `direction:ID` or empty."""

    title: str
    why: NotRequired[str]
    cue: NotRequired[str]
    response: NotRequired[str]
    backup: NotRequired[str]
    parent: NotRequired[str]
    notes: NotRequired[str]


class GoalsState(rx.State):
    board: rx.Field[present.Board] = rx.field(default_factory=present.Board)
    goal: rx.Field[present.Goal] = rx.field(default_factory=present.Goal)
    towards: rx.Field[present.Towards] = rx.field(default_factory=present.Towards)
    draft: rx.Field[present.Goal] = rx.field(default_factory=present.Goal)
    has_hidden_parent: rx.Field[bool] = rx.field(default=False)
    """The goal in the form is under something that was set aside: it isn't among the parents."""
    number: rx.Field[int] = rx.field(0)
    problem: rx.Field[str] = rx.field("")
    confirming: rx.Field[bool] = rx.field(default=False)
    _made: str = ""
    """The id of what this form has added: a second tap changes it."""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner = await guard.person(self)
        await self._read(owner)

    @rx.event
    @guard.signed_in
    async def choose(self, goal: RowId) -> None:
        self.goal, self.confirming = present.found(self.board, goal), False
        self.problem = ""

    @rx.event
    @guard.signed_in
    async def arrive(self) -> None:
        """Close the sheet of a goal that an address asks for, when none was chosen."""
        if not self.goal.id:
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def start_new(self) -> None:
        self._begin(present.Goal())

    @rx.event
    @guard.signed_in
    async def start_edit(self) -> None:
        """Open the form with the goal as it is now: another device may have changed it."""
        if await self._turn_to(await guard.person(self), self.goal.id):
            self._begin(self.goal)
            return
        notices = await self.get_state(NoticeState)
        notices._say("ui.problem.not_found")
        notices._close_sheet()

    @rx.event
    @guard.signed_in
    async def save(self, form: GoalForm) -> None:
        """Keep a new goal, or the changes of one."""
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                if of := self.draft.id or self._made:
                    row = UUID(of)
                    before = (await goals.require(s, owner, row)).goal.plans
                    fields = _fields(form, [plan_from(plan) for plan in before[1:]])
                    kept = await goals.edit(s, owner, row, fields, at=at)
                else:
                    kept = await goals.add(s, owner, _fields(form, []), at=at)
            await self._read(owner)
        except InvalidInput:
            cue, response = form.get("cue", ""), form.get("response", "")
            is_half = bool(cue.strip()) != bool(response.strip())
            self.problem = "plan" if form["title"].strip() and is_half else "words"
            return
        except TooMany:
            self.problem = "full"
            return
        self.problem, self._made = "", str(kept.row.id)
        (await self.get_state(NoticeState))._stored(f"goal-{self.draft.id}")
        await self._said("ui.toast.goal_saved", kept.safety, closes=True)

    @rx.event
    @guard.signed_in
    async def set_status(self, goal: RowId, status: Status) -> None:
        """Park a goal, take it up again, or complete it."""
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                fields = GoalFields(status=GoalStatus(status))
                await goals.edit(s, owner, UUID(goal), fields, at=at)
            await self._read(owner)
        except TooMany:
            # A notice of the page would be behind the sheet.
            self.problem = "full"
            return
        self.problem = ""
        (await self.get_state(NoticeState))._say(f"ui.toast.goal_{status}")

    @rx.event
    @guard.signed_in
    async def ask_to_delete(self) -> None:
        self.confirming = True

    @rx.event
    @guard.signed_in
    async def delete(self) -> None:
        if not self.goal.id:  # a second tap
            return
        owner = await guard.person(self)
        async with engine().unit(owner, write=True) as s:
            await goals.delete(s, owner, UUID(self.goal.id))
        await self._read(owner)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.goal_deleted")
        notices._close_sheet()

    async def _turn_to(self, owner: UUID, goal: str) -> bool:
        """Read everything anew and choose a goal; False if it is gone."""
        await self._read(owner)
        self.goal, self.confirming = present.found(self.board, goal), False
        return bool(self.goal.id)

    async def _read(self, owner: UUID) -> None:
        """Read everything anew; an open goal shows what became of it."""
        async with engine().unit(owner) as s:
            wished = await dreams.for_user(s, owner)
            own = await goals.for_user(s, owner)
            meant = await directions.for_user(s, owner)
            before = await unspoken(s, owner)
            self.board = present.board(wished, own, meant, await dreams.room(s, owner))
        on_home = present.towards(own, wished)
        sayable = (one for one in on_home if may_repeat(f"{one.title} {one.response}", before))
        self.towards = next(sayable, present.Towards())
        self.goal = present.found(self.board, self.goal.id)

    def _begin(self, goal: present.Goal) -> None:
        self.draft, self.problem, self._made = goal, "", ""
        listed = {parent.value for parent in self.board.parents}
        self.has_hidden_parent = bool(goal.parent) and goal.parent not in listed
        self.number += 1

    async def _said(self, key: str, safety: SafetyVerdict, *, closes: bool = False) -> None:
        notices = await self.get_state(NoticeState)
        if key:
            notices._say(key)
        if closes:
            notices._close_sheet()
        await (await self.get_state(HelpState))._offer(safety)


def _fields(form: GoalForm, more_plans: Sequence[IfThen]) -> GoalFields:
    kind, _, parent = form.get("parent", "").partition(":")
    cue, response = form.get("cue", "").strip(), form.get("response", "").strip()
    plan = [IfThen(cue, response, form.get("backup", ""))] if cue or response else []
    return GoalFields(
        title=form["title"],
        why=form.get("why", ""),
        plans=[*plan, *more_plans],
        dream_id=UUID(parent) if kind == present.DREAM else None,
        direction_id=UUID(parent) if kind == present.DIRECTION else None,
        notes=form.get("notes", ""),
    )
