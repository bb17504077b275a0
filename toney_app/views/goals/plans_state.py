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
        shown = await self._shown(place)

        def written(plans: list[IfThen]) -> list[IfThen]:
            at = _place_of(shown, plans)
            return [*plans[:at], plan, *plans[at + 1 :]]

        if place and await self._set(written):
            self.place = 0

    @rx.event
    @guard.signed_in
    async def drop(self, place: Place) -> None:
        """Delete a plan, unless another tab has done so or changed its words."""
        self.place, shown = 0, await self._shown(place)

        def without(plans: list[IfThen]) -> list[IfThen]:
            at = _place_of(shown, plans)
            return [*plans[:at], *plans[at + 1 :]]

        await self._set(without)

    async def _shown(self, place: int) -> IfThen | None:
        """Return the plan that is shown in this place; none is new. Another tab may move it."""
        plans = (await self.get_state(GoalsState)).goal.more_plans
        found = next((one for one in plans if one.place == place), None)
        return IfThen(found.cue, found.response, found.backup) if found else None

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


def _place_of(shown: IfThen | None, plans: list[IfThen]) -> int:
    """Return where a plan is after the first one; the end if another tab has changed it."""
    found = (at for at, one in enumerate(plans) if at and one == shown)
    return next(found, len(plans))
