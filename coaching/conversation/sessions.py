"""Choose the session of a message: the current one, or a new one after a gap (A43, K12)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from coaching.agents import open_session
from coaching.errors import Conflict
from coaching.repositories import conversations
from coaching.services import sessions
from coaching.values import session_state
from coaching.values.conversations import ConversationKind, SessionStatus

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.models import Conversation
    from coaching.repositories.admission_snapshot import AdmissionSnapshot

_HOUR = 3600
_DAY = 24 * _HOUR


def detect_session_boundary(
    last_message_at: datetime | None, now: datetime, gap_hours: float = 12.0
) -> bool:
    """Return True if a message at `now` begins a new session; exactly the gap does not.

    The gap counts from the last stored message of either side, in elapsed UTC time. A clock that
    went backwards (`now` before the last message) is a gap of nothing.
    """
    if last_message_at is None:
        return True
    return _seconds_between(last_message_at, now) > gap_hours * _HOUR


async def session_for(
    engine: Engine,
    s: AsyncSession,
    stands: AdmissionSnapshot,
    conversation_id: UUID | None,
    *,
    now: datetime,
) -> Conversation:
    """Return the asked session if it is open, else the current one, else a new one."""
    owner, newest = stands.person.user_id, stands.session
    if conversation_id is not None:
        return await _asked_for(s, owner, conversation_id)
    if newest is None:
        return await _begin(engine, s, owner, now=now, gap_days=None)
    if not _is_over(newest, now, engine.settings.session_gap_hours):
        return newest
    await sessions.close(s, newest, at=now)
    gap_days = _seconds_between(newest.last_message_at, now) / _DAY
    return await _begin(engine, s, owner, now=now, gap_days=gap_days)


@dataclass(frozen=True, slots=True)
class About:
    """The kind of a conversation, and the goal or dream that it is about."""

    kind: ConversationKind
    goal_id: UUID | None = None
    dream_id: UUID | None = None


async def session_about(
    engine: Engine, s: AsyncSession, stands: AdmissionSnapshot, about: About
) -> Conversation:
    """Return the newest session if it is open and about the same, else a new one.

    An ordinary session that is open stays so until it has gone idle; another kind is ended.
    """
    owner, newest, now = stands.person.user_id, stands.session, engine.clock.now()
    if newest is not None:
        same = About(newest.kind, newest.goal_id, newest.dream_id) == about
        is_over = _is_over(newest, now, engine.settings.session_gap_hours)
        if same and not is_over:
            return newest
        if is_over or newest.kind is not ConversationKind.COACHING:
            await sessions.close(s, newest, at=now)
    return await _begin(engine, s, owner, now=now, gap_days=None, about=about)


async def _asked_for(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Conversation:
    conversation = await conversations.find(s, owner, conversation_id)
    if conversation is None or conversation.session_status is not SessionStatus.OPEN:
        raise Conflict("that conversation is not open")
    return conversation


def _is_over(conversation: Conversation, now: datetime, gap_hours: float) -> bool:
    if conversation.session_status is not SessionStatus.OPEN:
        return True
    return detect_session_boundary(conversation.last_message_at, now, gap_hours)


async def _begin(
    engine: Engine,
    s: AsyncSession,
    owner: UUID,
    *,
    now: datetime,
    gap_days: float | None,
    about: About | None = None,
) -> Conversation:
    conversation = conversations.new(owner, at=now)
    if about is not None:
        conversation.kind, conversation.active_agent = about.kind, about.kind.value
        conversation.goal_id, conversation.dream_id = about.goal_id, about.dream_id
    session_state.change(conversation, gap_days=gap_days)
    await conversations.add(s, owner, conversation)
    opening = await open_session(
        engine, s, owner, session_number=conversation.session_number, gap_days=gap_days
    )
    conversation.prompt = dict(opening.prompt)
    conversation.briefing_id = opening.briefing_id
    return conversation


def _seconds_between(earlier: datetime, later: datetime) -> float:
    # In UTC: two datetimes of the same zone subtract their wall clocks, not what has elapsed.
    return max(0.0, (later.astimezone(UTC) - earlier.astimezone(UTC)).total_seconds())
