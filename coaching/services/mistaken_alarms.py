"""Crises that weren't: the Observer, which reads the message, or the person says so (ADR 0050).

Then the message counts like any other from the next one on, and proposals that were closed are
open again. What a rule of the screen hears about ending or hurting oneself stays a crisis, whoever
denies it, unless no phrase hears it and the Coach and the Observer both call it a mistake; and so
does what the Observer takes for serious. The person's word alone takes back what
no plain rule hears, also in the answers of the sign-up, which no Observer reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import (
    briefings,
    conversations,
    jobs,
    messages,
    profiles,
    proposals,
    safety_events,
    signals,
    turns,
)
from coaching.safety import may_be_denied, may_be_misread
from coaching.services import danger_checks
from coaching.services.jobs import strategist_key
from coaching.services.safety_events import (
    EMOTIONAL_WHY,
    QUIET_AFTER_CRISIS,
    calls_for_quiet,
    is_quiet,
)
from coaching.services.signals import ask_for_urgent_run, urgent_boundary
from coaching.values import session_state
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.people import PATTERN_NOTE

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message, SafetyEvent, Turn

READ_AS = "read_as"
"""Where a message keeps how serious the Observer found it."""


async def read(
    s: AsyncSession, owner: UUID, turn_id: UUID, level: SafetyLevel, *, at: datetime
) -> bool:
    """Note how serious the Observer found a crisis that may be a mistake; True if it was none."""
    turn = await turns.require(s, owner, turn_id)
    said = await messages.of_turn(s, owner, turn_id, MessageRole.USER)
    reply = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
    if said is None or not _stands(turn, said):
        return False
    if not may_be_misread(said.text, reply.text if reply else ""):
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
    if turn is not None and said is not None and _may_deny_turn(turn, said):
        await _lower(s, turn, at=at)


async def can_deny(s: AsyncSession, owner: UUID, *, at: datetime) -> bool:
    """Return True if all that makes these days quiet may be mistaken."""
    since = at - QUIET_AFTER_CRISIS
    dangers = await safety_events.since_instant(s, owner, since)
    quieting = [danger for danger in dangers if calls_for_quiet([danger], since=since)]
    for danger in quieting:
        if not await _may_deny(s, owner, danger):
            return False
    return bool(quieting)


async def deny_all(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Hear that the person is safe, whatever made these days quiet; true dangers stand."""
    since = at - QUIET_AFTER_CRISIS
    for danger in await safety_events.since_instant(s, owner, since):
        if danger.level is not SafetyLevel.CRISIS or not await _may_deny(s, owner, danger):
            continue
        if danger.turn_id is None:
            await safety_events.mark_mistaken(s, owner, danger, at=at)
            await _reopen(s, owner, danger, at=at)
        else:
            await _lower(s, await turns.require(s, owner, danger.turn_id), at=at)


async def _may_deny(s: AsyncSession, owner: UUID, danger: SafetyEvent) -> bool:
    if danger.turn_id is not None:
        turn = await turns.find(s, owner, danger.turn_id)
        said = await messages.of_turn(s, owner, danger.turn_id, MessageRole.USER)
        return turn is not None and said is not None and _may_deny_turn(turn, said)
    return may_be_denied(await _written_at_sign_up(s, owner, danger.source))


async def _written_at_sign_up(s: AsyncSession, owner: UUID, source: str) -> str:
    person = await profiles.require(s, owner)
    if source == EMOTIONAL_WHY:
        return person.emotional_why
    note = person.onboarding_answers.get(PATTERN_NOTE)
    return note if source == PATTERN_NOTE and isinstance(note, str) else ""


def _may_deny_turn(turn: Turn, said: Message) -> bool:
    return _stands(turn, said) and may_be_denied(said.text)


def _stands(turn: Turn, said: Message) -> bool:
    """Return True for a crisis that the Observer has not read as serious."""
    return turn.safety_level is SafetyLevel.CRISIS and READ_AS not in said.meta


async def _lower(s: AsyncSession, turn: Turn, *, at: datetime) -> None:
    owner = turn.user_id
    turn.safety_level, turn.safety_category = SafetyLevel.NONE, ""
    danger = await safety_events.of_turn(s, owner, turn.id)
    if danger is not None:
        await safety_events.mark_mistaken(s, owner, danger, at=at)
        await _reopen(s, owner, danger, at=at)
    await signals.replace_of_turn(s, owner, turn.id, [])
    await _forget_urgent_run(s, owner, urgent_boundary(turn.id))
    session = await conversations.require(s, owner, turn.conversation_id)
    standing = await _standing_since(s, owner, session.created_at)
    if standing is not None and standing.turn_id is not None:
        crisis = await turns.find(s, owner, standing.turn_id)
        if crisis is not None:
            await ask_for_urgent_run(s, crisis, at=at)
    elif standing is None and danger_checks.open_in(session_state.of(session)).is_crisis:
        session_state.change(session, check=None)
    await s.flush()


async def _forget_urgent_run(s: AsyncSession, owner: UUID, boundary: str) -> None:
    """Forget a run and what it wrote; done or not, it holds none back that a true danger needs."""
    await jobs.forget(s, owner, strategist_key(owner, boundary))
    await briefings.forget(s, owner, boundary)


async def _standing_since(s: AsyncSession, owner: UUID, instant: datetime) -> SafetyEvent | None:
    """Return the newest crisis that no mistake ends: its question stays, and its urgent run."""
    dangers = await safety_events.since_instant(s, owner, instant)
    crises = (danger for danger in dangers if danger.level is SafetyLevel.CRISIS)
    return next((crisis for crisis in crises if crisis.ended_at is None), None)


async def _reopen(s: AsyncSession, owner: UUID, danger: SafetyEvent, *, at: datetime) -> None:
    """Let proposals that a mistaken alarm closed wait on, unless another danger keeps them."""
    if not await is_quiet(s, owner, at=at):
        await proposals.reopen(s, owner, closed_at=danger.created_at, now=at)
