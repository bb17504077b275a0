"""How serious a message is: the screen decides; where it is unsure Claude does, or a question."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching import safety
from coaching.rules.not_kept import is_asked
from coaching.services import (
    danger_checks,
    mistaken_alarms,
    not_kept,
    safety_events,
    signals,
)
from coaching.values import session_state
from coaching.values.enums import CheckAnswer, SafetyLevel
from coaching.values.safety import DangerCheck

if TYPE_CHECKING:
    from asyncio import Future
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.models import Conversation, Profile, Turn
    from coaching.repositories.transcripts import TranscriptRow
    from coaching.safety import Danger, Heard

_NO = re.compile(
    r"^\W*(?:no|nope|nah)(?:\s*[,.;:!–—]|\W*$|\s+(?:no|nope|nah|nothing|nada|god|dios|thanks|gracias)\b)",
    re.IGNORECASE,
)
"""An answer, unlike “no one would miss me” and «no puedo más»."""


async def hear(
    coaching: TurnEngine,
    s: AsyncSession,
    person: Profile,
    session: Conversation,
    text: str,
    meaning: Future[Danger],
    *,
    at: datetime,
) -> Heard:
    """Return how serious a message is, and what it answers; a no ends a mistaken alarm.

    Claude decides where the screen is unsure, and Simple mode asks about a crisis that no rule
    hears; neither while a question about danger is open or soon after a crisis.
    """
    context = tuple(person.life_context)
    verdict = safety.screen(text, life_context=context, meaning=await meaning)
    if verdict.level is not SafetyLevel.NONE and not coaching.settings.is_local:
        is_crisis = verdict.level is SafetyLevel.CRISIS
        if not (is_crisis and await _is_serious_time(s, session, text, at=at)):
            leave = safety.left_to_model if coaching.settings.has_model else safety.asked_about
            verdict = leave(verdict, text)
    heard = danger_checks.hear(session, text, verdict)
    if verdict.is_alarm and not coaching.settings.has_model:
        heard = replace(heard, check=DangerCheck("danger", verdict.doubt))
    if heard.answer is CheckAnswer.SAFE:
        await mistaken_alarms.denied(s, person.user_id, at=at)
    return heard


async def note_serious(
    s: AsyncSession, person: Profile, heard: Heard, turn: Turn, said: TranscriptRow, *, at: datetime
) -> None:
    """Note what is serious in a message; or close it if they ask that no note is kept of it."""
    await danger_checks.note(s, person, heard, turn_id=turn.id, at=at)
    if heard.verdict.level is SafetyLevel.CRISIS:
        await signals.note_crisis(s, turn, at=at)
    elif is_asked(said.text):
        await not_kept.close(s, person.user_id, said.id, at=at)


async def _is_serious_time(
    s: AsyncSession, session: Conversation, text: str, *, at: datetime
) -> bool:
    """Return True in the quiet days after a crisis, and while a question about danger is open.

    An answer that begins with a no is asked about once more, where no rule hears danger in it.
    """
    if danger_checks.open_in(session_state.of(session)).about and not _NO.search(text):
        return True
    return await safety_events.is_quiet(s, session.user_id, at=at)
