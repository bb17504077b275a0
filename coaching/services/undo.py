"""Undo what a notice said was done; undo of a tool call is in `conversation.tool_undo`."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from coaching.errors import NotFound
from coaching.repositories import proposals, tool_calls
from coaching.services import (
    cards,
    focus,
    insight,
    message_deletion,
    misfits,
    session_deletion,
    wins,
)
from coaching.services.cards import Deleted
from coaching.services.proposals import PROPOSALS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


DRAFT = "draft"
"""Under this name a notice keeps the proposal that was saved."""


class Restore(Protocol):
    """Puts back a row that was deleted, from what its deletion returned; idempotent."""

    async def __call__(
        self, s: AsyncSession, owner: UUID, row: UUID, gone: dict[str, Any], /, *, at: datetime
    ) -> None: ...


async def _win(
    s: AsyncSession, owner: UUID, _row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    del at
    await wins.restore(s, owner, gone)


async def _card(
    s: AsyncSession, owner: UUID, _row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    del at
    await cards.restore(s, owner, Deleted(**gone))


RESTORES: dict[str, Restore] = {
    "win_deleted": _win,
    "card_deleted": _card,
    "card_misfit": misfits.restore,
    "message_deleted": message_deletion.restore,
    "session_deleted": session_deletion.restore,
}
"""By the kind of a notice. Rooms above this layer add theirs in `coaching.tools`."""


async def card_of(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str) -> UUID:
    """Return the card that a tool call of a turn saved, or raise NotFound."""
    data = await _saved(s, owner, turn_id, call_id)
    if data.get("saved") != "card":
        raise NotFound("this saved no card")
    return UUID(str(data["id"]))


async def take_back(
    s: AsyncSession, owner: UUID, kind: str, row: UUID, kept: Mapping[str, Any], *, at: datetime
) -> None:
    """Undo the action of a notice; `kept` is the undo data that the page kept."""
    match kind:
        case "win":
            await wins.undo(s, owner, row, at=at)
        case _ if kind in PROPOSALS:
            draft = UUID(kept[DRAFT]) if DRAFT in kept else None
            of = draft if draft and PROPOSALS[kind].undoes_proposal else row
            await PROPOSALS[kind].undo(s, owner, of, at=at)
            if draft:
                await proposals.set_undone(s, owner, draft)
        case _ if kind in RESTORES:
            if kept:  # a second tap: what was kept has been used
                await RESTORES[kind](s, owner, row, dict(kept), at=at)
        case "graduated":
            await cards.ungraduate(s, owner, row, was_focus=bool(kept.get("focus")), at=at)
        case "focus_answer":
            said_on = date.fromisoformat(kept["day"]) if "day" in kept else None
            await focus.withdraw(s, owner, row, day=said_on, at=at)
        case "off_track":
            await insight.undo(s, owner, row, at=at)
        case _:
            raise NotFound("there is nothing to take back")


async def _saved(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str) -> dict[str, Any]:
    call = await tool_calls.find(s, owner, turn_id, call_id)
    return call.result.get("data", {}) if call else {}
