"""The fields of a goal, each checked once, for the app, the API and the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from coaching.errors import InvalidInput
from coaching.values.clean_text import clean_text
from coaching.values.days import clean_day
from coaching.values.goals import IfThen, Milestone, as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from coaching.values.goals import GoalStatus

TITLE_MAX = 200  # characters, as all of these
WHY_MAX = 2000
NOTES_MAX = 5000  # a plan of two pages
PART_MAX, STEP_MAX = 300, 200
MOST_PLANS, MOST_MILESTONES = 5, 10


class GoalFields(TypedDict, total=False):
    """Fields that may be changed; a field that is missing stays as it is."""

    title: str
    why: str
    dream_id: UUID | None
    direction_id: UUID | None
    status: GoalStatus
    plans: Sequence[IfThen]
    milestones: Sequence[Milestone]
    notes: str


def columns(fields: GoalFields) -> dict[str, Any]:
    """Return the columns that these fields set; raise InvalidInput for what can't be stored."""
    clean: dict[str, Any] = {**fields}
    for name, (wire, maximum, may_be_empty) in _TEXTS.items():
        if name in clean:
            clean[name] = clean_text(wire, clean[name], maximum=maximum, may_be_empty=may_be_empty)
    if "plans" in fields:
        clean["plans"] = _several("plans", fields["plans"], MOST_PLANS, _plan)
    if "milestones" in fields:
        clean["milestones"] = _several(
            "milestones", fields["milestones"], MOST_MILESTONES, _milestone
        )
    return clean


def step_text(text: str) -> str:
    """Return a small step that may be stored; raise InvalidInput for one that can't."""
    return clean_text("text", text, maximum=STEP_MAX)


def sentences_of(columns_: dict[str, Any]) -> str:
    """Return all words of some columns, one part a line, for the safety screen."""
    parts = [str(columns_.get(name, "")) for name in ("title", "why", "notes")]
    for held in (*columns_.get("plans", ()), *columns_.get("milestones", ())):
        parts += [str(value) for value in held.values()]
    return "\n".join(part for part in parts if part)


_TEXTS: dict[str, tuple[str, int, bool]] = {
    "title": ("title", TITLE_MAX, False),
    "why": ("why", WHY_MAX, True),
    "notes": ("notes", NOTES_MAX, True),
}


def _several(
    field: str, parts: Sequence[Any], most: int, clean: Callable[[str, Any], dict[str, Any]]
) -> list[dict[str, Any]]:
    if len(parts) > most:
        raise InvalidInput({field: f"has {len(parts)} entries, at most {most} fit"})
    return [clean(f"{field}.{place}", part) for place, part in enumerate(parts)]


def _plan(field: str, plan: IfThen) -> dict[str, Any]:
    return as_json(
        IfThen(
            clean_text(f"{field}.cue", plan.cue, maximum=PART_MAX),
            clean_text(f"{field}.response", plan.response, maximum=PART_MAX),
            clean_text(f"{field}.backup", plan.backup, maximum=PART_MAX, may_be_empty=True),
        )
    )


def _milestone(field: str, milestone: Milestone) -> dict[str, Any]:
    return as_json(
        Milestone(
            clean_text(f"{field}.title", milestone.title, maximum=STEP_MAX),
            clean_day(f"{field}.dueOn", milestone.due_on) or "",
            clean_day(f"{field}.reachedOn", milestone.reached_on) or "",
        )
    )
