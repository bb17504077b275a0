"""Sources of the ledger that are read from tool calls, because nothing else keeps the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from coaching.domains.ledger.entries import Removed, Source
from coaching.errors import NotFound
from coaching.models import ToolCall
from coaching.repositories import tool_calls
from coaching.values.conversations import ToolStatus
from coaching.values.tools import BEFORE, UNDONE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.ledger.entries import Entry, Kind, Place

    Lasting = Callable[[AsyncSession, UUID, Sequence[ToolCall]], Awaitable[Sequence[ToolCall]]]
    TakeBack = Callable[[AsyncSession, UUID, ToolCall, datetime], Awaitable[None]]


def from_calls(
    kind: Kind, tool: str, *, lasting: Lasting, entry: Callable[[ToolCall], Entry], undo: TakeBack
) -> Source:
    """Return the source of what a tool changed; each call keeps what was there before.

    `lasting` leaves out the calls whose effect something later has replaced.
    """

    async def calls(s: AsyncSession, owner: UUID) -> Sequence[ToolCall]:
        done = select(ToolCall).where(
            ToolCall.user_id == owner,
            func.lower(ToolCall.name) == tool,
            ToolCall.status == ToolStatus.DONE,
        )
        newest = done.order_by(col(ToolCall.created_at).desc(), col(ToolCall.id).desc())
        found = [call for call in await s.exec(newest) if BEFORE in call.result.get("data", {})]
        return await lasting(s, owner, found)

    async def read(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
        found = [entry(call) for call in await calls(s, owner)]
        return [one for one in found if before is None or one.place < before][:limit]

    async def take_back(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
        for call in await calls(s, owner):
            if call.id == row:
                await undo(s, owner, call, at)
                await tool_calls.mark(s, owner, call.turn_id, call.call_id, UNDONE)
                return Removed()
        raise NotFound("no such entry")

    return Source(kind, read, take_back)
