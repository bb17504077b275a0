"""Everything that was said and done in one turn, and its removal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, delete, select

from coaching.models import Message, ObserverSignal, Proposal, ToolCall

if TYPE_CHECKING:
    from collections.abc import Sequence
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
    return await of_turns(s, owner, [turn_id])


async def of_turns(s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]) -> dict[str, list[Any]]:
    """Return the messages, tool calls, proposals and signals of some turns, by kind."""
    return {
        name: list((await s.exec(select(kind).where(*_in(kind, owner, turn_ids)))).all())
        for name, kind in KINDS.items()
    }


async def remove(s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]) -> None:
    """Delete the messages, tool calls, proposals and signals of some turns."""
    for kind in KINDS.values():
        await s.exec(delete(kind).where(*_in(kind, owner, turn_ids)))


def _in(kind: Any, owner: UUID, turn_ids: Sequence[UUID]) -> tuple[Any, Any]:  # noqa: ANN401 - a table
    return col(kind.user_id) == owner, col(kind.turn_id).in_(turn_ids)
