"""The coach marks something that the person planned as done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import NotFound, ToolFailed, ToolRetry
from coaching.services import completion
from coaching.values.tools import BEFORE, ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

LONGEST = 300


class MarkDone(BaseModel):
    """What was done, and where the person says so."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    what: str = Field(
        min_length=1,
        max_length=LONGEST,
        description="The card, note or memory as you read it.",
    )
    quote: str = Field(
        min_length=1,
        max_length=LONGEST,
        description="Their words that say so, copied from their message.",
    )
    over: bool = Field(description="True for something done once, false for what repeats.")


NOT_SAID = "Nothing was marked: copy `quote` exactly from a message of theirs."
NOTHING_LIKE_IT = "Nothing was marked: no card and no note says that. There are: {titles}."
STAYS_OPEN = "Nothing to mark: it is a note, which stays open while it repeats. Answer without it."
NOTHING_OPEN = "Nothing was marked: there is no open plan. Answer without it."


async def mark_done(s: AsyncSession, use: ToolUse, args: MarkDone) -> ToolOutcome:
    """Mark a plan or appointment as done once they say so.

    It can be undone, so don't ask first. What they only intend is not done.
    """
    if not await completion.is_said(s, use.owner, args.quote):
        raise ToolRetry(NOT_SAID)
    done = await completion.mark(s, use.owner, args.what, is_over=args.over, at=use.at)
    if done is None:
        if await completion.is_note(s, use.owner, args.what, at=use.at):
            raise ToolFailed(STAYS_OPEN)
        names = await completion.open_titles(s, use.owner, at=use.at)
        titles = "; ".join(name.rstrip(".") for name in names)
        raise ToolFailed(NOTHING_LIKE_IT.format(titles=titles) if titles else NOTHING_OPEN)
    data = {"saved": "done", "title": done.title, BEFORE: done.before}
    return ToolOutcome(data, detail=done.title if done.is_card else "")


async def undo_done(s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime) -> None:
    """Open the plan again; raises NotFound if the call marked none."""
    if "before" not in data:
        raise NotFound("this saved nothing")
    await completion.undo(s, owner, data["before"], at=at)
