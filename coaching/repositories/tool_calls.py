"""The journal of tools: a row is written before its tool runs, one row per effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmodel import col, select, update

from coaching.models import ToolCall
from coaching.values.conversations import ToolStatus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Turn


@dataclass(frozen=True, slots=True)
class ToolCount:
    """How often a tool was called, and how often it failed."""

    name: str
    calls: int
    failed: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call that the model asked for, and its place in the turn."""

    call_id: str
    name: str
    given: Mapping[str, Any]
    step: int
    ordinal: int


def pending(turn: Turn, call: Call, *, at: datetime) -> ToolCall:
    """Return the row of a call that has not run yet."""
    return ToolCall(
        user_id=turn.user_id,
        turn_id=turn.id,
        step=call.step,
        ordinal=call.ordinal,
        call_id=call.call_id,
        name=call.name,
        input=dict(call.given),
        created_at=at,
    )


async def add(s: AsyncSession, owner: UUID, calls: Sequence[ToolCall]) -> None:
    """Store the calls of one step as pending."""
    for call in calls:
        call.user_id = owner
    s.add_all(calls)
    await s.flush()


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> Sequence[ToolCall]:
    """Return a turn's calls in the order in which they were asked for."""
    statement = select(ToolCall).where(ToolCall.user_id == owner, ToolCall.turn_id == turn_id)
    return (await s.exec(statement.order_by(col(ToolCall.step), col(ToolCall.ordinal)))).all()


async def find(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str) -> ToolCall | None:
    """Return a call by the id that the model gave it."""
    statement = select(ToolCall).where(
        ToolCall.user_id == owner, ToolCall.turn_id == turn_id, ToolCall.call_id == call_id
    )
    return (await s.exec(statement)).first()


async def settle(
    s: AsyncSession,
    owner: UUID,
    tool_call_id: UUID,
    *,
    status: ToolStatus,
    result: dict[str, Any],
    now: datetime,
) -> bool:
    """Store the result of a pending call; False when it already has one."""
    statement = (
        update(ToolCall)
        .where(
            col(ToolCall.user_id) == owner,
            col(ToolCall.id) == tool_call_id,
            col(ToolCall.status) == ToolStatus.PENDING,
        )
        .values(status=status, result=result, finished_at=now)
        .returning(col(ToolCall.id))
    )
    return (await s.exec(statement)).first() is not None


async def mark(s: AsyncSession, owner: UUID, turn_id: UUID, call_id: str, name: str) -> None:
    """Keep a mark in the result of a call, such as `UNDONE`."""
    call = await find(s, owner, turn_id, call_id)
    if call is not None:
        call.result = {**call.result, name: True}
        await s.flush()


async def give_up_pending(s: AsyncSession, owner: UUID, turn_id: UUID, *, now: datetime) -> None:
    """Close the calls of a turn that is over and never ran them."""
    statement = (
        update(ToolCall)
        .where(
            col(ToolCall.user_id) == owner,
            col(ToolCall.turn_id) == turn_id,
            col(ToolCall.status) == ToolStatus.PENDING,
        )
        .values(status=ToolStatus.FAILED, result={}, finished_at=now)
    )
    await s.exec(statement)
