"""The coach changes a small step: done or not, or other words; the chat shows it with Undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.goals import offering
from coaching.domains.goals import queries as steps
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import STEP_MAX
from coaching.errors import NotFound, ToolRetry
from coaching.services import offers
from coaching.values.tools import BEFORE, ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NO_SUCH_STEP = "There is no such small step. Take its id from `get_goal`."
NO_CHANGE = "Say what changes: the text, or whether it is done."


class UpdateMicroWin(BaseModel):
    """The small step, and what changes of it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    step_id: str = Field(description="The small step's id, from `get_goal`.")
    text: str = Field(default="", max_length=STEP_MAX, description="New words, theirs.")
    done: Literal["yes", "no", ""] = Field(default="", description="Whether they did it.")


async def update_micro_win(s: AsyncSession, use: ToolUse, args: UpdateMicroWin) -> ToolOutcome:
    """Change a small step of a goal after they say that they did it, didn't, or mean another one.

    They don't have to agree first: the chat shows it with Undo.
    """
    if not args.text.strip() and not args.done:
        raise ToolRetry(NO_CHANGE)
    await offering.allow(s, use, args.text)
    if args.text.strip() and not await offers.are_theirs(s, use, args.text):
        raise ToolRetry(offering.STEP_NOT_THEIRS)
    try:
        row = await steps.require_step(s, use.owner, UUID(args.step_id))
        before: dict[str, JsonValue] = {"text": row.text, "done": row.done_at is not None}
        is_done = args.done == "yes" if args.done else None
        text = args.text if args.text.strip() else None
        kept = await goals.edit_step(s, use.owner, row.id, at=use.at, text=text, is_done=is_done)
    except (NotFound, ValueError) as error:
        raise ToolRetry(NO_SUCH_STEP) from error
    step = kept.row
    changed: dict[str, JsonValue] = {
        "changed": "micro_win",
        "id": str(step.id),
        "text": step.text,
        "done": step.done_at is not None,
        BEFORE: before,
    }
    return ToolOutcome(changed, detail=step.text)


async def undo_step_change(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Put a small step back as it was; raises NotFound if the call changed none."""
    if BEFORE not in data:
        raise NotFound("this changed nothing")
    before = data[BEFORE]
    row = UUID(str(data["id"]))
    await goals.edit_step(s, owner, row, at=at, text=before["text"], is_done=before["done"])
