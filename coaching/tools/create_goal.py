"""The coach proposes a goal; the person decides on a card in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.dreams import service as dreams
from coaching.domains.goals import offering
from coaching.domains.goals.fields import PART_MAX, TITLE_MAX, WHY_MAX, GoalFields, columns
from coaching.domains.goals.proposals import GOAL
from coaching.errors import NotFound, ToolRetry
from coaching.services import proposals
from coaching.values.goals import IfThen
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_DREAM = "There is no such dream. Take an id from `get_goals`, or leave it empty."


class CreateGoal(BaseModel):
    """The goal."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: str = Field(
        min_length=1, max_length=TITLE_MAX, description="What they will do, in a few words."
    )
    why: str = Field(
        default="",
        max_length=WHY_MAX,
        description="Why it matters, in their own words; empty if they didn't say.",
    )
    cue: str = Field(
        default="", max_length=PART_MAX, description="If: when and where, one concrete cue."
    )
    response: str = Field(
        default="", max_length=PART_MAX, description="Then: what they do, as I do …"
    )
    dream_id: str = Field(default="", description="The dream it is for; empty if none.")


async def create_goal(s: AsyncSession, use: ToolUse, args: CreateGoal) -> ToolOutcome:
    """Propose a goal: the next concrete thing. They approve, edit or leave it in the chat.

    Ask when and where first: a cue with a response is what helps. Give both or neither.
    """
    await offering.allow_goal(s, use, f"{args.title}\n{args.why}\n{args.cue}\n{args.response}")
    plan = [IfThen(args.cue, args.response)] if args.cue or args.response else []
    payload = columns(GoalFields(title=args.title, why=args.why, plans=plan))
    payload["dream_id"] = await _dream(s, use, args.dream_id)
    draft = await proposals.propose(s, use, GOAL.name, payload)
    return ToolOutcome(
        {"draft": GOAL.name, "title": args.title, "next": offering.WAITS},
        detail=args.title,
        proposal_id=draft.id,
        preview=draft.preview,
    )


async def _dream(s: AsyncSession, use: ToolUse, dream_id: str) -> str | None:
    if not dream_id:
        return None
    try:
        return str((await dreams.require(s, use.owner, UUID(dream_id))).id)
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_DREAM) from error
