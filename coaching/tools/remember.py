"""The coach remembers something because the person asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import InvalidInput, NotFound, ToolFailed, ToolRetry
from coaching.services import drafts, memories, memory_writer, safety_events
from coaching.values.enums import MemoryState
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

QUIET = (
    "Nothing was saved: nothing is remembered for two days after something serious was said. Tell "
    "them briefly, without quoting it, and stay with them."
)
NOT_THEIRS = "Nothing was saved: use the words of their message."
NUMBER = (
    "Nothing was saved: it holds a number such as a card's or a password, which is kept nowhere. "
    "Tell them so, and that they can say it without the number."
)


KNOWN = "remembered_before"
"""In the data of a call: the same words were a memory before, so an undo deletes nothing."""


class Remember(BaseModel):
    """What is remembered."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    text: str = Field(
        min_length=1, max_length=memories.CONTENT_MAX, description="What, in their own words."
    )


async def remember(s: AsyncSession, use: ToolUse, args: Remember) -> ToolOutcome:
    """Remember something because they ask for it.

    Whatever else they tell you is kept without you.
    """
    if await safety_events.is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(QUIET)
    if not await drafts.is_theirs(s, use.owner, args.text):
        raise ToolRetry(NOT_THEIRS)
    try:
        kept, is_new = await memory_writer.keep_at_once(
            s, use.owner, args.text, message_id=use.message_id, at=use.at
        )
    except InvalidInput as error:
        raise ToolFailed(NUMBER) from error
    if kept.state is not MemoryState.ACTIVE:
        raise ToolFailed(QUIET)
    data: dict[str, JsonValue] = {"saved": "memory", "id": str(kept.id), "text": kept.content}
    if not is_new:
        data[KNOWN] = True
    return ToolOutcome(data, detail=kept.content)


async def undo_memory(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Take the memory back, unless it was there before; NotFound if the call saved none."""
    if "id" not in data:
        raise NotFound("this saved nothing")
    if KNOWN in data:
        return
    await memory_writer.take_back(s, owner, UUID(str(data["id"])), at=at)
