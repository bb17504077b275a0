"""The coach reads one goal."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.goals import service as goals
from coaching.domains.goals.tool_output import goal_as_json
from coaching.errors import NotFound, ToolRetry
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_GOAL = "There is no such goal. Take an id from `get_goals`."


class GetGoal(BaseModel):
    """Which goal."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    goal_id: str = Field(description="Its id, from `get_goals` or from your notes.")


async def get_goal(s: AsyncSession, use: ToolUse, args: GetGoal) -> ToolOutcome:
    """Read one goal in full: why, if-then plans, milestones, every small step and the notes.

    Call it before you talk about how that goal is going.
    """
    try:
        view = await goals.require(s, use.owner, UUID(args.goal_id))
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_GOAL) from error
    return ToolOutcome({"goal": goal_as_json(view)}, detail=view.goal.title)
