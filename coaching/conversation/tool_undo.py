"""Undo for tool calls: each tool says how, and whether, its calls are reverted (K4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.registry import every_tool
from coaching.errors import NotFound
from coaching.repositories import tool_calls
from coaching.values.tools import UNDONE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.tools import Tool


def undoable() -> tuple[str, ...]:
    """Return the names of the tools whose calls have an Undo in the chat."""
    return tuple(tool.name for tool in every_tool() if tool.undo is not None)


def editable() -> tuple[str, ...]:
    """Return the names of the tools whose result can be edited in the chat."""
    return tuple(tool.name for tool in every_tool() if tool.can_edit)


async def undo_tool_call(
    s: AsyncSession,
    owner: UUID,
    turn_id: UUID,
    call_id: str,
    *,
    at: datetime,
    tools: Iterable[Tool] | None = None,
) -> None:
    """Revert what a tool call of a turn saved; NotFound if there is nothing to revert."""
    call = await tool_calls.find(s, owner, turn_id, call_id)
    name = call.name.casefold() if call else ""
    found = (tool for tool in tools or every_tool() if tool.name.casefold() == name)
    tool = next(found, None)
    if call is None or tool is None or tool.undo is None or UNDONE in call.result:
        raise NotFound("this saved nothing")
    await tool.undo(s, owner, call.result.get("data", {}), at=at)
    await tool_calls.mark(s, owner, turn_id, call_id, UNDONE)
