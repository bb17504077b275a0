"""Finish a turn: completed, stopped by the person, or failed. One transaction each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coaching.models import Message
from coaching.repositories import conversations, profiles, tool_calls, turns, usage
from coaching.services import jobs
from coaching.services.turns import reply_id, user_seq
from coaching.values import chips, session_state
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus
from coaching.values.session_state import StateChanges
from coaching.values.tools import TOLD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import ModelCall, Turn
    from coaching.values.chips import Chip


@dataclass(frozen=True, slots=True)
class Ending:
    """Result of a turn. `costs` are the model calls that no earlier transaction has written.

    `used_tools`: there may be calls that never ran. `failed_calls`: the ids of those whose failure
    the person was told.
    """

    status: TurnStatus
    text: str
    agent: str = "coach"
    model: str = ""
    stop_reason: str = ""
    error_code: str = ""
    prompt_hash: str = ""
    tools_hash: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])
    state: StateChanges = field(default_factory=StateChanges)
    context_ids: Mapping[str, Any] = field(default_factory=dict[str, Any])
    costs: Sequence[ModelCall] = ()
    used_tools: bool = False
    failed_calls: Sequence[str] = ()
    chips: tuple[Chip, ...] = ()


async def end(s: AsyncSession, turn: Turn, ending: Ending, *, now: datetime) -> bool:
    """Write the end of a running turn; False, and nothing written, when it is not ours any more."""
    # Before the turn's row, as an admission does: both change the conversation.
    await profiles.hold(s, turn.user_id)
    if not await _close(s, turn, ending, now=now):
        return False
    s.add_all(ending.costs)
    if ending.status in (TurnStatus.DONE, TurnStatus.STOPPED):
        await _keep_reply(s, turn, ending, now=now)
    if ending.status is TurnStatus.FAILED:
        await usage.refund(s, turn.user_id, turn.id, now=now)
    await _touch_conversation(s, turn, ending, now=now)
    return True


async def _close(s: AsyncSession, turn: Turn, ending: Ending, *, now: datetime) -> bool:
    mine = (turn.user_id, turn.id, turn.fence)
    match ending.status:
        case TurnStatus.DONE:
            return await turns.finish(
                s,
                *mine,
                now=now,
                agent=ending.agent,
                model=ending.model,
                context_ids=ending.context_ids,
            )
        case TurnStatus.STOPPED:
            return await turns.stop(s, *mine, now=now)
        case TurnStatus.INTERRUPTED:
            return await turns.interrupt(
                s, *mine, now=now, error_code=ending.error_code, partial=ending.text
            )
        case _:
            return await turns.fail(s, *mine, now=now, error_code=ending.error_code)


async def _keep_reply(s: AsyncSession, turn: Turn, ending: Ending, *, now: datetime) -> None:
    if ending.used_tools:
        await tool_calls.give_up_pending(s, turn.user_id, turn.id, now=now)
        for call_id in ending.failed_calls:
            await tool_calls.mark(s, turn.user_id, turn.id, call_id, TOLD)
    if not ending.text.strip():
        return
    s.add(
        Message(
            id=reply_id(turn.id),
            user_id=turn.user_id,
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            seq=user_seq(turn.seq) + 1,
            role=MessageRole.COACH,
            content=[{"type": "text", "text": ending.text}],
            text=ending.text,
            agent=ending.agent,
            status=ending.status.value,
            stop_reason=ending.stop_reason,
            meta=dict(ending.meta),
            chips=chips.as_json(ending.chips),
            model=ending.model,
            prompt_hash=ending.prompt_hash,
            tools_hash=ending.tools_hash,
            created_at=now,
        )
    )
    await jobs.ask_observer(s, turn.user_id, turn.id, at=now)


async def _touch_conversation(
    s: AsyncSession, turn: Turn, ending: Ending, *, now: datetime
) -> None:
    conversation = await conversations.require(s, turn.user_id, turn.conversation_id)
    if ending.text.strip():
        conversation.last_message_at = now
    if ending.state:
        session_state.change(conversation, **ending.state)
    await s.flush()
