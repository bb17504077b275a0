"""The coach proposes plan notes for a goal; the person decides on a card in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.goals import offering
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import NOTES_MAX, STEP_MAX
from coaching.domains.goals.proposals import PLAN
from coaching.errors import NotFound, ToolRetry
from coaching.services import proposals
from coaching.values.clean_text import clean_text
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_GOAL = "There is no such goal. Take an id from `get_goals`."


class ProposePlanSave(BaseModel):
    """The plan, and the goal it belongs to."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    goal_id: str = Field(description="The goal's id, from `get_goals` or from your notes.")
    plan_content: str = Field(
        min_length=1,
        max_length=NOTES_MAX,
        description="The whole plan as plain text. It takes the place of the notes that are there.",
    )
    summary: str = Field(
        min_length=1, max_length=STEP_MAX, description="The plan in one short sentence."
    )


async def propose_plan_save(s: AsyncSession, use: ToolUse, args: ProposePlanSave) -> ToolOutcome:
    """Propose to save a plan that you made together to the notes of a goal.

    They approve, edit or leave it in the chat. Read the goal first, and keep what they wrote.
    """
    try:
        goal = (await goals.require(s, use.owner, UUID(args.goal_id))).goal
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_GOAL) from error
    await offering.allow(s, use, f"{args.summary}\n{args.plan_content}")
    payload = {
        "goal_id": str(goal.id),
        "goal": goal.title,
        "summary": args.summary,
        "plan": clean_text("plan_content", args.plan_content, maximum=NOTES_MAX),
    }
    draft = await proposals.propose(s, use, PLAN.name, payload)
    return ToolOutcome(
        {"draft": PLAN.name, "title": goal.title, "next": offering.WAITS},
        detail=goal.title,
        proposal_id=draft.id,
        preview=draft.preview,
    )
