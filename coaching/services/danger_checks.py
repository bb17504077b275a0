"""Questions about danger and their answers, across messages.

An open question is stored in the session's state. An answer that leaves it open is noted like a
concern: the tone is capped, and there are no offers for as long as after a crisis.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from coaching import safety
from coaching.repositories import profiles
from coaching.repositories import safety_events as rows
from coaching.safety import NOTHING_ASKED, DangerCheck, Heard
from coaching.services import safety_events
from coaching.services.safety_events import UNANSWERED
from coaching.values import session_state
from coaching.values.enums import CheckAnswer, SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, Profile
    from coaching.values.session_state import SessionState, StateChanges

_CHECK = TypeAdapter(DangerCheck)


def hear(session: Conversation, message: str, verdict: SafetyVerdict) -> Heard:
    """Return how a message answers the open question of its session; most have none."""
    state = session_state.of(session)
    if state.check is None and verdict.level is SafetyLevel.NONE:
        return Heard(NOTHING_ASKED, None, verdict)
    return safety.hear(open_in(state), message, verdict)


def open_in(state: SessionState) -> DangerCheck:
    """Return the open question."""
    try:
        return _CHECK.validate_python(state.check or {})
    except ValidationError:  # written by another version
        return NOTHING_ASKED


def after_reply(state: SessionState, reply: str, *, closes: bool = False) -> StateChanges:
    """Return what a session keeps after a reply, which may have asked, or gone on.

    Nothing closes the question of a crisis but an answer to it.
    """
    still_open = open_in(state)
    if closes and not still_open.is_crisis:
        return stored(NOTHING_ASKED)
    return {} if still_open.about else stored(safety.asked_in(reply))


async def note(
    s: AsyncSession, person: Profile, heard: Heard, *, turn_id: UUID, at: datetime
) -> None:
    """Keep what is serious in a message, or that it left the question open."""
    verdict, source = heard.verdict, safety_events.CHAT
    is_open = heard.answer in {CheckAnswer.OPEN, CheckAnswer.UNCLEAR}
    if is_open and not heard.check.is_crisis:
        verdict = SafetyVerdict(SafetyLevel.CONCERN, heard.check.category)
        source = UNANSWERED
    if verdict.level is not SafetyLevel.NONE:
        await safety_events.note(s, person, verdict, source=source, turn_id=turn_id, at=at)


async def note_unanswered(s: AsyncSession, session: Conversation, *, at: datetime) -> None:
    """Keep that a session ended with a question about danger open, if nothing else tells it."""
    check, owner = open_in(session_state.of(session)), session.user_id
    is_told = check.is_crisis or check.is_again
    if check.category and not is_told and not await _noted(s, session):
        verdict = SafetyVerdict(SafetyLevel.CONCERN, check.category)
        person = await profiles.require(s, owner)
        await safety_events.note(s, person, verdict, source=UNANSWERED, at=at)


async def _noted(s: AsyncSession, session: Conversation) -> bool:
    return bool(await rows.since_instant(s, session.user_id, session.created_at))


def stored(check: DangerCheck) -> StateChanges:
    """Return an open question as a session keeps it."""
    return {"check": asdict(check) if check.about else None}
