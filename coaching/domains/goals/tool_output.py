"""Goals and dreams as a tool tells the model of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.values.goals import milestone_from, plan_from

if TYPE_CHECKING:
    from pydantic import JsonValue

    from coaching.domains.dreams.models import Dream
    from coaching.domains.goals.service import GoalView

NOTES_SHOWN = 1500


def goal_as_json(view: GoalView) -> dict[str, JsonValue]:
    """Return a goal with its small steps; long plan notes are cut."""
    goal = view.goal
    plans = [plan_from(plan) for plan in goal.plans]
    points = [milestone_from(point) for point in goal.milestones]
    return {
        "id": str(goal.id),
        "title": goal.title,
        "why": goal.why,
        "status": goal.status.value,
        "dream_id": str(goal.dream_id) if goal.dream_id else None,
        "plans": [{"if": one.cue, "then": one.response, "plan_b": one.backup} for one in plans],
        "milestones": [{"title": one.title, "reached": bool(one.reached_on)} for one in points],
        "micro_wins": [
            {"id": str(one.id), "text": one.text, "done": one.done_at is not None}
            for one in view.steps
        ],
        "notes": goal.notes[:NOTES_SHOWN],
    }


def dream_as_json(dream: Dream) -> dict[str, JsonValue]:
    """Return a dream."""
    return {
        "id": str(dream.id),
        "title": dream.title,
        "description": dream.description,
        "category": dream.category.value if dream.category else None,
        "target_on": dream.target_on,
    }
