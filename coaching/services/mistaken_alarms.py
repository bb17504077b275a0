"""Crises that weren't: what the screen called one by the weight of the words alone.

The Observer, a model that reads the message, or the person says that there was no danger. Then the
message counts like any other from the next one on. What a rule of the screen calls a crisis stays
one, whoever denies it, and so does what the Observer takes for serious.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import conversations, jobs, messages, safety_events, signals, turns
from coaching.safety import is_by_weight_alone
from coaching.services import danger_checks, session_states
from coaching.services.jobs import strategist_key
from coaching.services.signals import urgent_boundary
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message, Turn

READ_AS = "read_as"
"""Where a message keeps how serious the Observer found it."""


async def read(
    s: AsyncSession, owner: UUID, turn_id: UUID, level: SafetyLevel, *, at: datetime
) -> bool:
    """Note how serious the Observer found a crisis by weight alone; True if it was none."""
    turn = await turns.require(s, owner, turn_id)
    said = await messages.of_turn(s, owner, turn_id, MessageRole.USER)
    if said is None or not _may_be_mistaken(turn, said):
        return False
    if level is SafetyLevel.NONE:
        await _lower(s, turn, at=at)
        return True
    said.meta = {**said.meta, READ_AS: level.value}
    await s.flush()
    return False


async def denied(
    s: AsyncSession, owner: UUID, *, at: datetime, turn_id: UUID | None = None
) -> None:
    """Hear that the person is safe: after the crisis of a turn, or else the last that stands."""
    if turn_id is None:
        crisis = await safety_events.newest_crisis(s, owner)
        turn_id = crisis.turn_id if crisis else None
    turn = await turns.find(s, owner, turn_id) if turn_id else None
    said = await messages.of_turn(s, owner, turn.id, MessageRole.USER) if turn else None
    if turn is not None and said is not None and _may_be_mistaken(turn, said):
        await _lower(s, turn, at=at)


def _may_be_mistaken(turn: Turn, said: Message) -> bool:
    is_crisis = turn.safety_level is SafetyLevel.CRISIS
    return is_crisis and READ_AS not in said.meta and is_by_weight_alone(said.text)


async def _lower(s: AsyncSession, turn: Turn, *, at: datetime) -> None:
    owner = turn.user_id
    turn.safety_level, turn.safety_category = SafetyLevel.NONE, ""
    await safety_events.take_for_mistaken(s, owner, turn.id, at=at)
    await signals.replace_of_turn(s, owner, turn.id, [])
    await jobs.forget(s, owner, strategist_key(owner, urgent_boundary(turn.id)))
    session = await conversations.require(s, owner, turn.conversation_id)
    if danger_checks.open_in(session_states.of(session)).is_crisis:
        session_states.change(session, check=None)
    await s.flush()
