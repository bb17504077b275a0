"""The coach reads the person's goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.dreams import service as dreams
from coaching.domains.goals import service as goals
from coaching.domains.goals.tool_output import dream_as_json, goal_as_json
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.values.dreams import DreamStatus
from coaching.values.goals import GoalStatus
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse


class GetGoals(BaseModel):
    """Which goals."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    status_filter: Literal["active", "parked", "completed", "all"] = Field(
        default="active", description="Which ones; active as a rule."
    )


async def get_goals(s: AsyncSession, use: ToolUse, args: GetGoals) -> ToolOutcome:
    """Read their goals with why, plans and small steps, and the dreams that the goals are for.

    Call it before you speak about their goals or propose one, so that you invent nothing.
    """
    wanted = None if args.status_filter == "all" else GoalStatus(args.status_filter)
    found = await goals.for_user(s, use.owner, status=wanted)
    hoped = await dreams.for_user(s, use.owner, status=DreamStatus.ACTIVE)
    before = await unspoken(s, use.owner)
    return ToolOutcome(
        {
            "goals": [goal_as_json(one) for one in found if may_repeat(one.goal.title, before)],
            "dreams": [dream_as_json(one) for one in hoped if may_repeat(one.title, before)],
        }
    )
