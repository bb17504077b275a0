"""Goals and their small steps."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import (
    NOTES_MAX,
    PART_MAX,
    STEP_MAX,
    TITLE_MAX,
    WHY_MAX,
    GoalFields,
)
from coaching.domains.goals.service import GoalView
from coaching.values.dreams import MadeBy
from coaching.values.goals import (
    FEWEST_SUGGESTED,
    MOST_ACTIVE,
    GoalStatus,
    IfThen,
    Milestone,
    milestone_from,
    plan_from,
)
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import DayOrNone, Id, In, Instant, Listed, Out, words

router = APIRouter(tags=["goals"])
Status = Annotated[GoalStatus, Field(strict=False)]
Title = Annotated[str, words(TITLE_MAX)]
_MAY_BE_NULL = frozenset({"dream_id", "direction_id"})


class IfThenOut(Out):
    """One cue, one response, and what to do if that fails."""

    cue: str
    response: str
    backup: str


class MilestoneOut(Out):
    """A point on the way; both days may be empty."""

    title: str
    due_on: str
    reached_on: str


class MicroWinOut(Out):
    """A small step of a goal."""

    id: UUID
    goal_id: UUID
    text: str
    done_at: Instant | None
    created_at: Instant


class GoalOut(Out):
    """A goal as it is kept; `notesBy` says who wrote the plan notes."""

    id: UUID
    title: str
    why: str
    dream_id: UUID | None
    direction_id: UUID | None
    status: GoalStatus
    plans: list[IfThenOut]
    milestones: list[MilestoneOut]
    notes: str
    notes_by: MadeBy | None
    notes_at: Instant | None
    made_by: MadeBy
    completed_at: Instant | None
    created_at: Instant
    updated_at: Instant
    micro_wins: list[MicroWinOut]


class GoalsOut(Listed[GoalOut]):
    """All goals, and how many may be active; two to five are suggested."""

    most_active: int = MOST_ACTIVE
    fewest_suggested: int = FEWEST_SUGGESTED


class IfThenIn(In):
    """One cue, one response, and what to do if that fails."""

    cue: Annotated[str, words(PART_MAX)]
    response: Annotated[str, words(PART_MAX)]
    backup: Annotated[str, words(PART_MAX, may_be_empty=True)] = ""


class MilestoneIn(In):
    """A point on the way; days are YYYY-MM-DD or empty."""

    title: Annotated[str, words(STEP_MAX)]
    due_on: DayOrNone = ""
    reached_on: DayOrNone = ""


class GoalChange(In):
    """Fields to change; missing fields stay the same, lists are replaced."""

    title: Title | None = None
    why: Annotated[str, words(WHY_MAX, may_be_empty=True)] | None = None
    dream_id: Id | None = None
    direction_id: Id | None = None
    status: Status | None = None
    plans: list[IfThenIn] | None = None
    milestones: list[MilestoneIn] | None = None
    notes: Annotated[str, words(NOTES_MAX, may_be_empty=True)] | None = None


class NewGoal(GoalChange):
    """A goal to keep."""

    title: Title  # pyrefly: ignore[bad-override-mutable-attribute]


class NewMicroWin(In):
    """A small step to keep."""

    text: Annotated[str, words(STEP_MAX)]
    done: bool = False


class MicroWinChange(In):
    """Fields to change; missing fields stay the same."""

    text: Annotated[str, words(STEP_MAX)] | None = None
    done: bool | None = None


@router.get("/api/goals")
async def list_goals(coaching: Engine, person: Owner, status: GoalStatus | None = None) -> GoalsOut:
    """Return goals with their small steps: active, parked, completed."""
    async with coaching.unit(person) as s:
        found = await goals.for_user(s, person, status=status)
        return GoalsOut(items=[_out(view) for view in found])


@router.post("/api/goals", status_code=201)
async def add_goal(goal: NewGoal, coaching: Engine, person: Owner) -> GoalOut:
    """Keep a goal; LIMIT_REACHED if five are active."""
    async with coaching.unit(person, write=True) as s:
        kept = await goals.add(s, person, _fields(goal), at=coaching.clock.now())
        return _out(GoalView(kept.row, ()))


@router.get("/api/goals/{goal_id}")
async def read_goal(goal_id: UUID, coaching: Engine, person: Owner) -> GoalOut:
    """Return a goal with its small steps."""
    async with coaching.unit(person) as s:
        return _out(await goals.require(s, person, goal_id))


@router.patch("/api/goals/{goal_id}")
async def change_goal(
    goal_id: UUID, change: GoalChange, coaching: Engine, person: Owner
) -> GoalOut:
    """Change a goal, park it, take it up again or complete it."""
    async with coaching.unit(person, write=True) as s:
        await goals.edit(s, person, goal_id, _fields(change), at=coaching.clock.now())
        return _out(await goals.require(s, person, goal_id))


@router.delete("/api/goals/{goal_id}", status_code=204)
async def delete_goal(goal_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a goal and its small steps."""
    async with coaching.unit(person, write=True) as s:
        await goals.delete(s, person, goal_id)


@router.get("/api/goals/{goal_id}/micro-wins")
async def list_micro_wins(goal_id: UUID, coaching: Engine, person: Owner) -> Listed[MicroWinOut]:
    """Return the small steps of a goal."""
    async with coaching.unit(person) as s:
        view = await goals.require(s, person, goal_id)
        return Listed(items=[MicroWinOut.model_validate(step) for step in view.steps])


@router.post("/api/goals/{goal_id}/micro-wins", status_code=201)
async def add_micro_win(
    goal_id: UUID, step: NewMicroWin, coaching: Engine, person: Owner
) -> MicroWinOut:
    """Keep a small step of a goal."""
    async with coaching.unit(person, write=True) as s:
        kept = await goals.add_step(
            s, person, goal_id, step.text, at=coaching.clock.now(), is_done=step.done
        )
        return MicroWinOut.model_validate(kept.row)


@router.patch("/api/micro-wins/{step_id}")
async def change_micro_win(
    step_id: UUID, change: MicroWinChange, coaching: Engine, person: Owner
) -> MicroWinOut:
    """Say a small step differently, or mark it done or not done."""
    async with coaching.unit(person, write=True) as s:
        kept = await goals.edit_step(
            s, person, step_id, at=coaching.clock.now(), text=change.text, is_done=change.done
        )
        return MicroWinOut.model_validate(kept.row)


@router.delete("/api/micro-wins/{step_id}", status_code=204)
async def delete_micro_win(step_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a small step."""
    async with coaching.unit(person, write=True) as s:
        await goals.delete_step(s, person, step_id)


def _fields(change: GoalChange) -> GoalFields:
    given: dict[str, Any] = {name: getattr(change, name) for name in change.model_fields_set}
    kept: dict[str, Any] = {
        name: v for name, v in given.items() if v is not None or name in _MAY_BE_NULL
    }
    if "plans" in kept:
        kept["plans"] = [IfThen(**dict(plan)) for plan in kept["plans"]]
    if "milestones" in kept:
        kept["milestones"] = [Milestone(**dict(point)) for point in kept["milestones"]]
    return GoalFields(**kept)


def _out(view: GoalView) -> GoalOut:
    row = view.goal.model_dump()
    row["plans"] = [IfThenOut.model_validate(plan_from(plan)) for plan in view.goal.plans]
    row["milestones"] = [
        MilestoneOut.model_validate(milestone_from(point)) for point in view.goal.milestones
    ]
    row["micro_wins"] = [MicroWinOut.model_validate(step) for step in view.steps]
    return GoalOut.model_validate(row)
