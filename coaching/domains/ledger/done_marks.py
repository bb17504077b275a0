"""Plans that the coach marked as done: read from its calls, until they are open again."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlmodel import col, select

from coaching.clock import local_day
from coaching.domains.ledger.entries import Entry, Kind, Reason
from coaching.domains.ledger.from_calls import from_calls
from coaching.models import CoachMemory, FocusDay, RewireCard, ToolCall
from coaching.repositories import profiles
from coaching.services import completion
from coaching.values.enums import Role
from coaching.values.tools import BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

TOOL = "mark_done"
_DONE, _OPEN = "✓", "○"


async def _lasting(s: AsyncSession, owner: UUID, calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Return the calls whose card and note are still as they left them."""
    return [call for call in calls if await _lasts(s, owner, call.result["data"][BEFORE])]


async def _open_again(s: AsyncSession, owner: UUID, call: ToolCall, at: datetime) -> None:
    await completion.open_again(s, owner, call.result["data"][BEFORE], at=at)


async def _lasts(s: AsyncSession, owner: UUID, marked: Mapping[str, Any]) -> bool:
    at = datetime.fromisoformat(marked["at"])
    if "card" in marked and not await _is_card_done(s, owner, marked["card"], at):
        return False
    if "memory" not in marked:
        return True
    note = select(CoachMemory.id).where(
        CoachMemory.user_id == owner,
        CoachMemory.id == UUID(marked["memory"]["id"]),
        CoachMemory.done_at == at,
    )
    return (await s.exec(note)).first() is not None


async def _is_card_done(
    s: AsyncSession, owner: UUID, marked: Mapping[str, Any], at: datetime
) -> bool:
    """Return True if the card left home with the mark, or if the mark counted its day."""
    card = UUID(marked["id"])
    if marked["left"]:
        left = select(RewireCard.id).where(
            RewireCard.user_id == owner, RewireCard.id == card, RewireCard.graduated_at == at
        )
        return (await s.exec(left)).first() is not None
    day = local_day(at, (await profiles.require(s, owner)).time_zone)
    counted = select(FocusDay.id).where(
        FocusDay.user_id == owner,
        FocusDay.rewire_card_id == card,
        FocusDay.day == day.isoformat(),
        col(FocusDay.completed),
    )
    return marked["counted"] and (await s.exec(counted)).first() is not None


def _entry(call: ToolCall) -> Entry:
    title = call.result["data"]["title"]
    return Entry(
        Kind.DONE,
        call.id,
        Role.COACH,
        call.created_at,
        f"{_DONE} {title}",
        Reason.QUOTE,
        because=call.input.get("quote", ""),
        before=f"{_OPEN} {title}",
    )


DONE_MARKS = from_calls(Kind.DONE, TOOL, lasting=_lasting, entry=_entry, undo=_open_again)
