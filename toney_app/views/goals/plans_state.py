from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import MOST_PLANS, GoalFields
from coaching.errors import InvalidInput
from coaching.values.goals import IfThen, plan_from
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.goals.state import GoalsState
from toney_app.views.help.state import HelpState

if TYPE_CHECKING:
    from collections.abc import Callable

Place = Annotated[int, Field(ge=0, le=MOST_PLANS)]


class PlanForm(TypedDict):
    """An if-then plan."""

    cue: str
    response: str
    backup: NotRequired[str]


class PlansState(rx.State):
    """The plans of the open goal after its first one, which is part of the goal's form."""

    goal: rx.Field[str] = rx.field("")
    place: rx.Field[int] = rx.field(0)
    """The plan of this goal whose words are changed, or that is new; 0 is none."""

    @rx.event
    @guard.signed_in
    async def edit(self, place: Place) -> None:
        """Open a plan to change its words; the place after the last one is a new plan."""
        board = await self.get_state(GoalsState)
        self.goal, self.place, board.problem = board.goal.id, place, ""

    @rx.event
    @guard.signed_in
    async def save(self, form: PlanForm) -> None:
        """Keep the open plan."""
        place = self.place
        plan = IfThen(form["cue"], form["response"], form.get("backup", ""))
        if place and await self._set(lambda plans: [*plans[:place], plan, *plans[place + 1 :]]):
            self.place = 0

    @rx.event
    @guard.signed_in
    async def drop(self, place: Place) -> None:
        """Delete a plan."""
        self.place = 0
        await self._set(lambda plans: [*plans[:place], *plans[place + 1 :]])

    async def _set(self, change: Callable[[list[IfThen]], list[IfThen]]) -> bool:
        owner, at = await guard.person(self), engine().clock.now()
        board = await self.get_state(GoalsState)
        goal = UUID(board.goal.id)
        try:
            async with engine().unit(owner, write=True) as s:
                stored = (await goals.require(s, owner, goal)).goal.plans
                plans = change([plan_from(one) for one in stored])
                kept = await goals.edit(s, owner, goal, GoalFields(plans=plans), at=at)
            await board._read(owner)
        except InvalidInput:
            board.problem = "plan"
            return False
        board.problem = ""
        await (await self.get_state(HelpState))._offer(kept.safety)
        return True
