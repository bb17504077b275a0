"""The coach proposes a change of a goal; the person decides on a card in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.goals import offering
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import (
    PART_MAX,
    STEP_MAX,
    TITLE_MAX,
    WHY_MAX,
    GoalFields,
    columns,
)
from coaching.domains.goals.proposals import GOAL_CHANGE
from coaching.errors import NotFound, ToolRetry
from coaching.services import proposals
from coaching.values.goals import GoalStatus, IfThen
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_GOAL = "There is no such goal. Take an id from `get_goals`."
NO_CHANGE = "Say what changes: a title, a why, both parts of a plan, or a status."


class UpdateGoal(BaseModel):
    """The goal, and what changes of it; what stays is left empty."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    goal_id: str = Field(description="Its id, from `get_goals` or from your notes.")
    summary: str = Field(
        min_length=1,
        max_length=STEP_MAX,
        description="The change in one short sentence that they will read on the card.",
    )
    title: str = Field(default="", max_length=TITLE_MAX, description="A new title.")
    why: str = Field(default="", max_length=WHY_MAX, description="A new why, in their words.")
    cue: str = Field(default="", max_length=PART_MAX, description="If: when and where.")
    response: str = Field(default="", max_length=PART_MAX, description="Then: what they do.")
    status: str = Field(
        default="",
        pattern=f"^({'|'.join(GoalStatus)}|)$",
        description="active, parked or completed.",
    )


async def update_goal(s: AsyncSession, use: ToolUse, args: UpdateGoal) -> ToolOutcome:
    """Propose a change of a goal: other words, another plan, parked, completed or active again.

    They approve or leave it in the chat. A new plan takes the place of the first one.
    """
    try:
        goal = (await goals.require(s, use.owner, UUID(args.goal_id))).goal
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_GOAL) from error
    changes = _changes(args)
    if not changes:
        raise ToolRetry(NO_CHANGE)
    await offering.allow(
        s, use, f"{args.summary}\n{args.title}\n{args.why}\n{args.cue}\n{args.response}"
    )
    if changes.get("status") is GoalStatus.ACTIVE and goal.status is not GoalStatus.ACTIVE:
        await offering.allow_goal(s, use, args.summary)
    stored = columns(changes)
    if "plans" in stored:
        stored["plans"] = [*stored["plans"], *goal.plans[1:]]
    payload = {
        "goal_id": str(goal.id),
        "goal": goal.title,
        "summary": args.summary,
        "changes": stored,
    }
    draft = await proposals.propose(s, use, GOAL_CHANGE.name, payload)
    return ToolOutcome(
        {"draft": GOAL_CHANGE.name, "title": goal.title, "next": offering.WAITS},
        detail=goal.title,
        proposal_id=draft.id,
        preview=draft.preview,
    )


def _changes(args: UpdateGoal) -> GoalFields:
    changes = GoalFields()
    if args.title:
        changes["title"] = args.title
    if args.why:
        changes["why"] = args.why
    if args.cue or args.response:
        changes["plans"] = [IfThen(args.cue, args.response)]
    if args.status:
        changes["status"] = GoalStatus(args.status)
    return changes
