"""Plans that the coach marked as done: read from its calls, until they are open again."""

from __future__ import annotations

from dataclasses import dataclass
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
    from collections.abc import Set as AbstractSet

    from sqlmodel.ext.asyncio.session import AsyncSession

TOOL = "mark_done"
_DONE, _OPEN = "✓", "○"


async def _lasting(s: AsyncSession, owner: UUID, calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Return the calls whose card and note are still as they left them."""
    if not calls:
        return []
    now = await _read_state(s, owner, [_mark(call) for call in calls])
    return [call for call in calls if _lasts(_mark(call), now)]


async def _open_again(s: AsyncSession, owner: UUID, call: ToolCall, at: datetime) -> None:
    await completion.open_again(s, owner, call.result["data"][BEFORE], at=at)


def _mark(call: ToolCall) -> Mapping[str, Any]:
    return call.result["data"][BEFORE]


@dataclass(frozen=True, slots=True)
class _State:
    """What the marked cards and notes are now."""

    left: Mapping[UUID, datetime | None]
    done: Mapping[UUID, datetime | None]
    counted: AbstractSet[tuple[UUID, str]]
    time_zone: str


async def _read_state(s: AsyncSession, owner: UUID, marks: Sequence[Mapping[str, Any]]) -> _State:
    card_ids = {UUID(mark["card"]["id"]) for mark in marks if "card" in mark}
    note_ids = {UUID(mark["memory"]["id"]) for mark in marks if "memory" in mark}
    left = select(RewireCard.id, RewireCard.graduated_at).where(
        RewireCard.user_id == owner, col(RewireCard.id).in_(card_ids)
    )
    done = select(CoachMemory.id, CoachMemory.done_at).where(
        CoachMemory.user_id == owner, col(CoachMemory.id).in_(note_ids)
    )
    counted = select(FocusDay.rewire_card_id, FocusDay.day).where(
        FocusDay.user_id == owner,
        col(FocusDay.rewire_card_id).in_(card_ids),
        col(FocusDay.completed),
    )
    return _State(
        dict((await s.exec(left)).all()),
        dict((await s.exec(done)).all()),
        frozenset((await s.exec(counted)).all()),
        (await profiles.require(s, owner)).time_zone,
    )


def _lasts(mark: Mapping[str, Any], now: _State) -> bool:
    at = datetime.fromisoformat(mark["at"])
    if "card" in mark and not _is_card_done(mark["card"], at, now):
        return False
    return "memory" not in mark or now.done.get(UUID(mark["memory"]["id"])) == at


def _is_card_done(card: Mapping[str, Any], at: datetime, now: _State) -> bool:
    """Return True if the card left home with the mark, or if the mark counted its day."""
    card_id = UUID(card["id"])
    if card["left"]:
        return now.left.get(card_id) == at
    day = local_day(at, now.time_zone).isoformat()
    return card["counted"] and (card_id, day) in now.counted


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
