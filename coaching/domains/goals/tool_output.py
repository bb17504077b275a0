"""Goals and dreams as a tool tells the model of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.dreams import service as dreams
from coaching.domains.goals import service as goals
from coaching.services.do_not_repeat import sayable, unspoken
from coaching.values.dreams import DreamStatus
from coaching.values.goals import GoalStatus, milestone_from, plan_from

if TYPE_CHECKING:
    from uuid import UUID

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.dreams.models import Dream
    from coaching.domains.goals.service import GoalView
    from coaching.services.do_not_repeat import Unspoken

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


async def overview(s: AsyncSession, owner: UUID) -> dict[str, JsonValue]:
    """Return the active goals and dreams in short, for a question about them."""
    before = await unspoken(s, owner)
    found = await goals.for_user(s, owner, status=GoalStatus.ACTIVE)
    hoped = await dreams.for_user(s, owner, status=DreamStatus.ACTIVE)
    return {
        "goals": [_in_short(view, before) for view in found],
        "dreams": [sayable(dream.title, before) for dream in hoped],
    }


def _in_short(view: GoalView, before: Unspoken) -> dict[str, JsonValue]:
    plans = (plan_from(plan) for plan in view.goal.plans)
    steps = [one for one in view.steps if one.done_at is None]
    return {
        "title": sayable(view.goal.title, before),
        "plans": [sayable(f"If {one.cue}, then {one.response}", before) for one in plans],
        "next_step": sayable(steps[0].text, before) if steps else "",
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
