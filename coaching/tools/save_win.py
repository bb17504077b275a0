"""The coach keeps a win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.services import wins
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

LONGEST = 140


class SaveWin(BaseModel):
    """What is written down."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    text: str = Field(
        min_length=1,
        max_length=LONGEST,
        description="What they did, in their own words, no amounts.",
    )


async def save_win(s: AsyncSession, use: ToolUse, args: SaveWin) -> ToolOutcome:
    """Save a moment in which the person chose differently to their wins.

    Noticing counts, asking for help counts, pausing and then buying it anyway counts. Use it when
    the message you are answering says yes to saving it, or asks you to. A shrug is not a yes, and
    a moment touched by grief or danger is never offered.
    """
    kept = await wins.add(
        s, use.owner, args.text, at=use.at, source=wins.BY_COACH, message_id=use.message_id
    )
    win = kept.row
    return ToolOutcome({"saved": "win", "id": str(win.id), "text": win.text}, detail=win.text)
