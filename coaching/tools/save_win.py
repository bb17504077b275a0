"""The coach keeps a win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import NotFound, ToolFailed, ToolRetry
from coaching.services import offers, safety_events, wins
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

LONGEST = 140
QUIET = (
    "Nothing was saved: no wins are saved for two days after something serious was said. Tell "
    "them briefly, without quoting what was serious, and stay with them. They can still add a win "
    "themselves under Wins."
)
NOT_THEIRS = (
    "Nothing was saved: these are not the person's own words, and they have not said yes to them. "
    "Call it once more with their words, or ask whether to save it."
)


class SaveWin(BaseModel):
    """What is written down."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    text: str = Field(
        min_length=1,
        max_length=LONGEST,
        description="What they did, in their own words.",
    )


async def save_win(s: AsyncSession, use: ToolUse, args: SaveWin) -> ToolOutcome:
    """Save a moment they handled differently as a win.

    Noticing counts, and so does pausing and then buying it anyway. Never in grief or danger.
    """
    if await safety_events.is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(QUIET)
    if not await offers.are_theirs(s, use, args.text):
        raise ToolRetry(NOT_THEIRS)
    kept = await wins.add(
        s, use.owner, args.text, at=use.at, source=wins.BY_COACH, message_id=use.message_id
    )
    win = kept.row
    return ToolOutcome({"saved": "win", "id": str(win.id), "text": win.text}, detail=win.text)


async def undo_win(s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime) -> None:
    """Delete the win again; raises NotFound if the call saved none."""
    if "id" not in data:
        raise NotFound("this saved nothing")
    await wins.undo(s, owner, UUID(str(data["id"])), at=at)
