"""The milestones of the open goal: added, reached, reworded and deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.clock import local_day
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import MOST_MILESTONES, GoalFields
from coaching.errors import InvalidInput
from coaching.services import profiles
from coaching.values.goals import Milestone, milestone_from
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.goals.present import key_of
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import LineForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from toney_app.views.goals.present import Goal

    Change = Callable[[list[Milestone]], list[Milestone]]

Place = Annotated[int, Field(ge=0, le=20)]


class MilestonesState(rx.State):
    """The milestones of the open goal."""

    lines: rx.Field[int] = rx.field(0)
    editing: rx.Field[str] = rx.field("")
    """The key of the milestone whose words are changed."""

    @rx.event
    @guard.signed_in
    async def add(self, form: LineForm) -> None:
        point = Milestone(form["text"], form.get("due", ""))
        board = await self.get_state(GoalsState)
        if form.get("nth", str(self.lines)) != str(self.lines):
            return
        if len(board.goal.milestones) >= MOST_MILESTONES:
            board.problem = "lines"
        elif await self._set_milestones(lambda points: [*points, point]):
            self.lines += 1
            board.problem = ""

    @rx.event
    @guard.signed_in
    async def reach(self, place: Place) -> None:
        """Say that a milestone was reached today, or that it wasn't."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            today = local_day(at, (await profiles.require(s, owner)).time_zone).isoformat()

        def turned(points: list[Milestone]) -> list[Milestone]:
            return [
                Milestone(one.title, one.due_on, "" if one.reached_on else today)
                if number == place
                else one
                for number, one in enumerate(points)
            ]

        await self._set_milestones(turned, place)

    @rx.event
    @guard.signed_in
    async def edit(self, place: Place) -> None:
        """Open a milestone to change its words."""
        points = (await self.get_state(GoalsState)).goal.milestones
        self.editing = points[place].key if place < len(points) else ""

    @rx.event
    @guard.signed_in
    async def leave(self) -> None:
        """Close the field for its words; they stay as they were."""
        self.editing = ""

    @rx.event
    @guard.signed_in
    async def change(self, form: LineForm) -> None:
        """Give the open milestone other words, unless another tab has moved it."""
        key, self.editing = self.editing, ""
        goal = UUID((await self.get_state(GoalsState)).goal.id)

        def reworded(points: list[Milestone]) -> list[Milestone]:
            return [
                replace(one, title=form["text"]) if key_of(goal, place, one.title) == key else one
                for place, one in enumerate(points)
            ]

        await self._set_milestones(reworded)

    @rx.event
    @guard.signed_in
    async def drop(self, place: Place) -> None:
        await self._set_milestones(lambda points: points[:place] + points[place + 1 :], place)

    async def _set_milestones(self, change: Change, place: int | None = None) -> bool:
        """Change the milestones; with a `place` only if the one that is shown is still there."""
        owner, at = await guard.person(self), engine().clock.now()
        board = await self.get_state(GoalsState)
        goal = UUID(board.goal.id)
        try:
            async with engine().unit(owner, write=True) as s:
                stored = (await goals.require(s, owner, goal)).goal.milestones
                points = [milestone_from(one) for one in stored]
                if place is None or _is_shown(board.goal, place, points):
                    fields = GoalFields(milestones=change(points))
                    await goals.edit(s, owner, goal, fields, at=at)
            await board._read(owner)
        except InvalidInput:
            return False
        return True


def _is_shown(goal: Goal, place: int, points: list[Milestone]) -> bool:
    """Return False if another tab has changed which milestone is in this place."""
    if place >= min(len(points), len(goal.milestones)):
        return False
    shown, stored = goal.milestones[place], points[place]
    is_same = shown.key == key_of(UUID(goal.id), place, stored.title)
    return is_same and shown.is_reached == bool(stored.reached_on)
