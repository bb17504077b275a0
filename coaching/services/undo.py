"""What the coach wrote down is taken back by one tap (K4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.errors import NotFound
from coaching.repositories import tool_calls
from coaching.services import cards, wins

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

_TAKE_BACK = {"card": cards.undo, "win": wins.undo}


async def card_of(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str) -> UUID:
    """Return the card that a tool call of a turn saved, or raise NotFound."""
    data = await _saved(s, owner, turn_id, call_id)
    if data.get("saved") != "card":
        raise NotFound("this saved no card")
    return UUID(str(data["id"]))


async def undo_tool_call(
    s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str, *, at: datetime
) -> None:
    """Take back what a tool call of a turn saved; too late, or gone already, says so."""
    data = await _saved(s, owner, turn_id, call_id)
    take_back = _TAKE_BACK.get(str(data.get("saved")))
    if take_back is None:
        raise NotFound("this saved nothing")
    await take_back(s, owner, UUID(str(data["id"])), at=at)


async def _saved(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str) -> dict[str, Any]:
    call = await tool_calls.find(s, owner, turn_id, call_id)
    return call.result.get("data", {}) if call else {}
