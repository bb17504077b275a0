"""Small steps that the coach changed: read from its calls, as long as the step is as it left it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlmodel import col, select

from coaching.domains.goals import service as goals
from coaching.domains.goals.models import MicroWin
from coaching.domains.ledger.entries import Entry, Kind, Place, Reason, Removed, Source
from coaching.errors import NotFound
from coaching.models import ToolCall
from coaching.repositories import tool_calls
from coaching.values.conversations import ToolStatus
from coaching.values.enums import Role
from coaching.values.tools import BEFORE, UNDONE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

TOOL = "update_micro_win"
_DONE, _OPEN = "✓", "○"


async def _read(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    found = [_entry(call) for call in await _lasting(s, owner)]
    return [entry for entry in found if before is None or entry.place < before][:limit]


async def _undo(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    for call in await _lasting(s, owner):
        if call.id == row:
            data = call.result["data"]
            was = data[BEFORE]
            step = UUID(data["id"])
            await goals.edit_step(s, owner, step, at=at, text=was["text"], is_done=was["done"])
            await tool_calls.mark(s, owner, call.turn_id, call.call_id, UNDONE)
            return Removed()
    raise NotFound("no such entry")


async def _lasting(s: AsyncSession, owner: UUID) -> list[ToolCall]:
    """Return the calls whose step still says what they made it say, newest first."""
    calls = select(ToolCall).where(
        ToolCall.user_id == owner, ToolCall.name == TOOL, ToolCall.status == ToolStatus.DONE
    )
    newest = calls.order_by(col(ToolCall.created_at).desc(), col(ToolCall.id).desc())
    of_owner = await s.exec(select(MicroWin).where(MicroWin.user_id == owner))
    says = {str(step.id): (step.text, step.done_at is not None) for step in of_owner}
    found = (call for call in await s.exec(newest) if BEFORE in call.result.get("data", {}))
    return [call for call in found if says.get(call.result["data"]["id"]) == _said(call)]


def _said(call: ToolCall) -> tuple[str, bool]:
    data = call.result["data"]
    return data["text"], data["done"]


def _entry(call: ToolCall) -> Entry:
    data = call.result["data"]
    return Entry(
        Kind.STEP_CHANGE,
        call.id,
        Role.COACH,
        call.created_at,
        _line(data),
        Reason.SAID,
        before=_line(data[BEFORE]),
    )


def _line(step: Mapping[str, Any]) -> str:
    return f"{_DONE if step['done'] else _OPEN} {step['text']}"


STEP_CHANGES = Source(Kind.STEP_CHANGE, _read, _undo)
