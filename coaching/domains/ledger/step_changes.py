"""Small steps that the coach changed: read from its calls, as long as the step is as it left it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlmodel import select

from coaching.domains.goals import service as goals
from coaching.domains.goals.models import MicroWin
from coaching.domains.ledger.entries import Entry, Kind, Reason
from coaching.domains.ledger.from_calls import from_calls
from coaching.values.enums import Role
from coaching.values.tools import BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import ToolCall

TOOL = "update_micro_win"
_DONE, _OPEN = "✓", "○"


async def _lasting(s: AsyncSession, owner: UUID, calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Return the calls whose step still says what they made it say."""
    of_owner = await s.exec(select(MicroWin).where(MicroWin.user_id == owner))
    says = {str(step.id): (step.text, step.done_at is not None) for step in of_owner}
    return [call for call in calls if says.get(call.result["data"]["id"]) == _said(call)]


async def _change_back(s: AsyncSession, owner: UUID, call: ToolCall, at: datetime) -> None:
    data = call.result["data"]
    was, step = data[BEFORE], UUID(data["id"])
    await goals.edit_step(s, owner, step, at=at, text=was["text"], is_done=was["done"])


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


STEP_CHANGES = from_calls(Kind.STEP_CHANGE, TOOL, lasting=_lasting, entry=_entry, undo=_change_back)
