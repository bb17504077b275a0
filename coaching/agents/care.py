"""Care mode for agents: overrides of tone and offers after a crisis; settings stay as stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coaching.repositories import conversations, safety_events
from coaching.safety import NO_QUESTION_OF_LIFE
from coaching.services.safety_events import QUIET_AFTER_CRISIS, calls_for_quiet
from coaching.values.enums import CheckAnswer, SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, SafetyEvent
    from coaching.safety import Heard


@dataclass(frozen=True, slots=True)
class Care:
    """`is_gentle`: the tone is capped. `is_quiet`: no card, no practice, no nudge is offered.

    `last_session_danger`: somebody was in danger in the session before, by the safety events; bad
    news is no danger. `after_crisis`: it was a danger to a life, so this session begins with it.
    `mistaken`: how many alarms were a mistake so far; one more is news.
    """

    is_gentle: bool
    is_quiet: bool
    last_session_danger: bool
    after_crisis: bool = False
    mistaken: int = 0

    def after(self, heard: Heard) -> Care:
        """Return what holds from this message on: its own danger counts already."""
        level = heard.verdict.level
        is_open = heard.answer in {CheckAnswer.OPEN, CheckAnswer.UNCLEAR}
        return replace(
            self,
            is_gentle=self.is_gentle or is_open or level is not SafetyLevel.NONE,
            is_quiet=self.is_quiet or is_open or level is SafetyLevel.CRISIS,
        )


async def load_care(s: AsyncSession, owner: UUID, *, session_number: int, at: datetime) -> Care:
    """Return what holds in a session: a danger caps the tone in its session and in the next."""
    previous = await conversations.before(s, owner, session_number)
    since, lately = previous.created_at if previous else None, at - QUIET_AFTER_CRISIS
    earliest = min(since, lately) if since else None
    dangers = await safety_events.since_instant(s, owner, earliest)
    crises = _crises_in(previous, dangers)
    return Care(
        is_gentle=any(since is None or danger.created_at >= since for danger in dangers),
        is_quiet=calls_for_quiet(dangers, since=lately),
        last_session_danger=bool(crises),
        after_crisis=any(crisis.category not in NO_QUESTION_OF_LIFE for crisis in crises),
        mistaken=await safety_events.count_mistaken(s, owner),
    )


def _crises_in(session: Conversation | None, dangers: Iterable[SafetyEvent]) -> list[SafetyEvent]:
    """Return the crises of a session; none of no session."""
    if session is None:
        return []
    return [
        danger
        for danger in dangers
        if danger.level is SafetyLevel.CRISIS
        and session.created_at <= danger.created_at <= session.last_message_at
    ]
