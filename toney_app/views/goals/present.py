"""Dreams, goals and directions as the sheets show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.values.dreams import DreamStatus
from coaching.values.goals import GoalStatus, milestone_from, plan_from
from coaching.values.tiers import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.directions.models import Direction as DirectionRow
    from coaching.domains.dreams.models import Dream as DreamRow
    from coaching.domains.dreams.service import Room
    from coaching.domains.goals.service import GoalView

DREAM, DIRECTION = "dream", "direction"
_STRING_LEFT, _STRING_RIGHT, _STRING_TOP, _SAG = 16, 324, 10, 34
"""Units of the SVG: where the string of milestones begins and ends, and how far it hangs down."""


@dataclass(frozen=True, slots=True)
class Dream:
    """A dream; `goals` is how many goals are under it."""

    id: str = ""
    title: str = ""
    description: str = ""
    category: str = ""
    priority: str = "medium"
    target_on: str = ""
    status: str = "active"
    goals: int = 0


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction; archived ones are shown apart."""

    id: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A small step."""

    id: str = ""
    text: str = ""
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Milestone:
    """A point on the string at `x`, `y`; `day` is when it was reached, or is due."""

    key: str = ""
    place: int = 0
    title: str = ""
    day: str = ""
    is_reached: bool = False
    x: str = ""
    y: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """An if-then plan after the first one, and its place among all of them."""

    place: int = 0
    cue: str = ""
    response: str = ""
    backup: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal with its first if-then plan; `next_step` is the first that is still to do."""

    id: str = ""
    title: str = ""
    why: str = ""
    parent: str = ""
    parent_kind: str = ""
    parent_title: str = ""
    status: str = "active"
    cue: str = ""
    response: str = ""
    backup: str = ""
    more_plans: list[Plan] = field(default_factory=list[Plan])
    notes: str = ""
    notes_by: str = ""
    notes_on: str = ""
    next_step: str = ""
    done: int = 0
    share: int = 0
    steps: list[Step] = field(default_factory=list[Step])
    milestones: list[Milestone] = field(default_factory=list[Milestone])


@dataclass(frozen=True, slots=True)
class Towards:
    """A goal, or a dream, as home shows it."""

    id: str = ""
    is_dream: bool = False
    title: str = ""
    cue: str = ""
    response: str = ""
    done: int = 0
    share: int = 0
    steps: list[Step] = field(default_factory=list[Step])


@dataclass(frozen=True, slots=True)
class Parent:
    """Something that a goal can be under, as the form's list names it."""

    value: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the sheets show. `limit` is 0 without a limit."""

    loaded: bool = False
    dreams: list[Dream] = field(default_factory=list[Dream])
    set_aside: list[Dream] = field(default_factory=list[Dream])
    reached: list[Dream] = field(default_factory=list[Dream])
    goals: list[Goal] = field(default_factory=list[Goal])
    parked: list[Goal] = field(default_factory=list[Goal])
    completed: list[Goal] = field(default_factory=list[Goal])
    directions: list[Direction] = field(default_factory=list[Direction])
    archived: list[Direction] = field(default_factory=list[Direction])
    parents: list[Parent] = field(default_factory=list[Parent])
    limit: int = 0
    is_full: bool = False


def board(
    dreams: Sequence[DreamRow],
    goals: Sequence[GoalView],
    directions: Sequence[DirectionRow],
    room: Room,
) -> Board:
    """Return all of a person's dreams, goals and directions, sorted for the sheets."""
    shown = [_dream(row, goals) for row in dreams]
    names = {row.id: row.title for row in dreams} | {row.id: row.text for row in directions}
    own = [_goal(view, {str(key): name for key, name in names.items()}) for view in goals]
    open_ones = [row for row in directions if row.archived_at is None]
    return Board(
        loaded=True,
        dreams=_with(shown, DreamStatus.ACTIVE),
        set_aside=_with(shown, DreamStatus.SET_ASIDE),
        reached=_with(shown, DreamStatus.REACHED),
        goals=_having(own, GoalStatus.ACTIVE),
        parked=_having(own, GoalStatus.PARKED),
        completed=_having(own, GoalStatus.COMPLETED),
        directions=[Direction(str(row.id), row.text) for row in open_ones],
        archived=[Direction(str(row.id), row.text) for row in directions if row not in open_ones],
        parents=[
            *(Parent(f"{DREAM}:{one.id}", one.title) for one in shown if one.status == "active"),
            *(Parent(f"{DIRECTION}:{row.id}", row.text) for row in open_ones),
        ],
        limit=0 if room.limit >= UNLIMITED else room.limit,
        is_full=room.is_full,
    )


def towards(goals: Sequence[GoalView], dreams: Sequence[DreamRow]) -> list[Towards]:
    """Return what home may show: the active goal that was touched last first, then the dreams."""
    latest = sorted(goals, key=_touched_at, reverse=True)
    active = _having((_goal(view, {}) for view in latest), GoalStatus.ACTIVE)
    wished = (row for row in dreams if row.status is DreamStatus.ACTIVE)
    return [
        *(
            Towards(
                one.id,
                title=one.title,
                cue=one.cue,
                response=one.response,
                done=one.done,
                share=one.share,
                steps=one.steps,
            )
            for one in active
        ),
        *(Towards(str(row.id), is_dream=True, title=row.title) for row in wished),
    ]


def _touched_at(view: GoalView) -> datetime:
    """Return when a goal was changed last, or one of its steps was written or done."""
    of_steps = (step.done_at or step.created_at for step in view.steps)
    return max(view.goal.updated_at, *of_steps, view.goal.created_at)


def found(board_: Board, goal: str) -> Goal:
    """Return a goal of the board, or an empty one."""
    every = [*board_.goals, *board_.parked, *board_.completed]
    return next((one for one in every if one.id == goal), Goal())


def found_dream(board_: Board, dream: str) -> Dream:
    """Return a dream of the board, or an empty one."""
    every = [*board_.dreams, *board_.set_aside, *board_.reached]
    return next((one for one in every if one.id == dream), Dream())


def _with(dreams: Iterable[Dream], status: DreamStatus) -> list[Dream]:
    return [one for one in dreams if one.status == status.value]


def _having(goals: Iterable[Goal], status: GoalStatus) -> list[Goal]:
    return [one for one in goals if one.status == status.value]


def _dream(row: DreamRow, goals: Iterable[GoalView]) -> Dream:
    return Dream(
        id=str(row.id),
        title=row.title,
        description=row.description,
        category=row.category.value if row.category else "",
        priority=row.priority.value,
        target_on=row.target_on or "",
        status=row.status.value,
        goals=sum(view.goal.dream_id == row.id for view in goals),
    )


def _goal(view: GoalView, names: dict[str, str]) -> Goal:
    row = view.goal
    steps = [Step(str(one.id), one.text, one.done_at is not None) for one in view.steps]
    plans = [plan_from(stored) for stored in row.plans]
    plan = plans[0] if plans else plan_from({})
    done = sum(step.is_done for step in steps)
    kind = DREAM if row.dream_id else DIRECTION if row.direction_id else ""
    parent = str(row.dream_id or row.direction_id or "")
    return Goal(
        id=str(row.id),
        title=row.title,
        why=row.why,
        parent=f"{kind}:{parent}" if kind else "",
        parent_kind=kind,
        parent_title=names.get(parent, ""),
        status=row.status.value,
        cue=plan.cue,
        response=plan.response,
        backup=plan.backup,
        more_plans=[
            Plan(place, one.cue, one.response, one.backup)
            for place, one in enumerate(plans[1:], start=1)
        ],
        notes=row.notes,
        notes_by=row.notes_by.value if row.notes_by else "",
        notes_on=row.notes_at.isoformat() if row.notes_at else "",
        next_step=next((step.text for step in steps if not step.is_done), ""),
        done=done,
        share=round(100 * done / len(steps)) if steps else 0,
        steps=steps,
        milestones=_on_a_string(view),
    )


def key_of(goal: UUID, place: int, title: str) -> str:
    """Return what tells a milestone from all others, as long as it is in its place."""
    return f"{goal} {place} {title}"


def _on_a_string(view: GoalView) -> list[Milestone]:
    """Return the milestones with their places on a slack string, from left to right."""
    points = [milestone_from(stored) for stored in view.goal.milestones]
    shown: list[Milestone] = []
    for place, point in enumerate(points):
        along = (place + 0.5) / len(points)
        x = _STRING_LEFT + along * (_STRING_RIGHT - _STRING_LEFT)
        y = _STRING_TOP + _SAG * 4 * along * (1 - along)
        shown.append(
            Milestone(
                key_of(view.goal.id, place, point.title),
                place,
                point.title,
                point.reached_on or point.due_on,
                bool(point.reached_on),
                f"{x:.1f}",
                f"{y:.1f}",
            )
        )
    return shown
