"""Everything that was said and done in one turn, and its removal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, delete, select

from coaching.models import Message, ObserverSignal, Proposal, ToolCall

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

KINDS = {
    "messages": Message,
    "tool_calls": ToolCall,
    "proposals": Proposal,
    "signals": ObserverSignal,
}


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> dict[str, list[Any]]:
    """Return the messages, tool calls, proposals and signals of a turn, by kind."""
    return {
        name: list(
            (await s.exec(select(kind).where(kind.user_id == owner, kind.turn_id == turn_id))).all()
        )
        for name, kind in KINDS.items()
    }


async def remove(s: AsyncSession, owner: UUID, turn_id: UUID) -> None:
    """Delete the messages, tool calls, proposals and signals of a turn."""
    for kind in KINDS.values():
        mine = col(kind.user_id) == owner, col(kind.turn_id) == turn_id
        await s.exec(delete(kind).where(*mine))
