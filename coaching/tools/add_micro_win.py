"""The coach writes a small step of a goal down; the chat shows it with Undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.goals import offering
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import STEP_MAX
from coaching.errors import NotFound, ToolRetry
from coaching.services import offers
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_GOAL = "There is no such goal. Take an id from `get_goals`."


class AddMicroWin(BaseModel):
    """The small step."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    goal_id: str = Field(description="The goal's id, from `get_goals` or from your notes.")
    text: str = Field(
        min_length=1, max_length=STEP_MAX, description="The step in their words, no amounts."
    )
    done: bool = Field(description="True if they say that they did it, false if it is to do.")


async def add_micro_win(s: AsyncSession, use: ToolUse, args: AddMicroWin) -> ToolOutcome:
    """Add a small step to a goal: one they did, or one they said they will do.

    They don't have to agree first: the chat shows it with Undo. Never a step of your own.
    """
    await offering.allow(s, use, args.text)
    if not await offers.are_theirs(s, use, args.text):
        raise ToolRetry(offering.STEP_NOT_THEIRS)
    try:
        kept = await goals.add_step(
            s,
            use.owner,
            UUID(args.goal_id),
            args.text,
            at=use.at,
            is_done=args.done,
            message_id=use.message_id,
        )
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_GOAL) from error
    step = kept.row
    return ToolOutcome(
        {"saved": "micro_win", "id": str(step.id), "text": step.text}, detail=step.text
    )


async def undo_micro_win(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Delete the step again; raises NotFound if the call saved none."""
    del at
    if "id" not in data:
        raise NotFound("this saved nothing")
    await goals.delete_step(s, owner, UUID(str(data["id"])))
