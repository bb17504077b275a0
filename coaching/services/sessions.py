"""End a session: by the person, after a gap, or when a door opens the next one.

Its closing is written by rules in the unit that ends it, so that it is there at once; the note that
a model writes in the next seconds takes its place (`jobs/closing.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import Conflict, NotFound
from coaching.memory.corrections import purged
from coaching.repositories import analytics, cards, conversations, profiles, transcripts, wins
from coaching.rules.recap import Left, Recap, first_line, recap
from coaching.services import corrections, danger_checks, jobs
from coaching.services.do_not_repeat import Unspoken, sayable, sayable_ones, unspoken
from coaching.text.language import language_of
from coaching.values import session_state
from coaching.values.conversations import SessionStatus
from coaching.values.enums import PrescribedBy, SafetyLevel
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation
    from coaching.values.conversations import Feedback
    from coaching.values.corrections import Correction

MOST_CARDS = 5
RULES, MODEL = "rules", "model"


@dataclass(frozen=True, slots=True)
class Closing:
    """Closing of a session. `is_final`: its note won't be replaced any more."""

    conversation_id: UUID
    session_number: int
    note: str
    one_line: str
    feedback: Feedback | None
    is_final: bool


async def end(
    s: AsyncSession, owner: UUID, *, at: datetime, conversation_id: UUID | None = None
) -> Closing:
    """End the running session, or the named one; said twice, the same closing is returned."""
    await profiles.hold(s, owner)
    if conversation_id is None:
        session = await conversations.newest(s, owner)
    else:
        session = await conversations.find(s, owner, conversation_id)
    if session is None:
        raise NotFound("no such session")
    if session.session_status is SessionStatus.OPEN:
        await _end_by_person(s, session, at)
    return await _shown(s, session)


async def close(s: AsyncSession, session: Conversation, *, at: datetime) -> None:
    """End a session with what rules can say of it; hold the profile first."""
    if not await conversations.close(s, session.user_id, session.id, at=at):
        return
    await danger_checks.note_unanswered(s, session, at=at)
    left = await _recap(s, session)
    session.session_notes, session.one_line = left.note, left.one_line
    session_state.change(session, noted_by=RULES)
    await s.flush()


async def take_note(s: AsyncSession, owner: UUID, conversation_id: UUID, note: str) -> None:
    """Replace the rule-based closing note by the model's; without a new one it becomes final."""
    session = await conversations.find(s, owner, conversation_id)
    if session is None or session.session_status is SessionStatus.OPEN:
        return
    session_state.change(session, noted_by=MODEL)
    if note.strip() not in {"", session.session_notes}:
        session.session_notes = note.strip()
        session.one_line = first_line(note) or session.one_line
    await s.flush()


async def rate(s: AsyncSession, owner: UUID, conversation_id: UUID, feedback: Feedback) -> Closing:
    """Keep what the person says of a session that has ended; a second word replaces the first."""
    session = await conversations.require(s, owner, conversation_id)
    if session.session_status is SessionStatus.OPEN:
        raise Conflict("that session has not ended")
    session.feedback = feedback
    await s.flush()
    return await _shown(s, session)


async def closing(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Closing:
    """Return the closing of a session."""
    return await _shown(s, await conversations.require(s, owner, conversation_id))


def closing_of(
    session: Conversation, binding: Sequence[Correction] = (), before: Unspoken = ()
) -> Closing:
    """Return the closing of a session, without what was corrected since or said in danger."""
    return Closing(
        conversation_id=session.id,
        session_number=session.session_number,
        note=sayable(purged(session.session_notes, binding), before),
        one_line=sayable(purged(session.one_line, binding), before),
        feedback=session.feedback,
        is_final=_is_final(session),
    )


async def _shown(s: AsyncSession, session: Conversation) -> Closing:
    owner = session.user_id
    return closing_of(session, await corrections.binding(s, owner), await unspoken(s, owner))


def _is_final(session: Conversation) -> bool:
    state = session_state.of(session)
    return not state.is_read or state.noted_by != RULES


async def _end_by_person(s: AsyncSession, session: Conversation, at: datetime) -> None:
    await close(s, session, at=at)
    if not await transcripts.has_words(s, session.user_id, session.id):
        return
    await analytics.add(s, session.user_id, UsageEvent.SESSION_ENDED, at=at)
    await jobs.ask_session_end(s, session.user_id, session, at=at, left_at=at)


async def _recap(s: AsyncSession, session: Conversation) -> Recap:
    owner = session.user_id
    words = await transcripts.by_person(s, owner, session.id)
    person = await profiles.require(s, owner)
    binding = await corrections.binding(s, owner)
    before = await unspoken(s, owner)
    kept = sayable(await _kept(s, session), before)
    left = Left(kept=kept, number=session.session_number)
    calm = [purged(text, binding) for text, level in words if level is SafetyLevel.NONE]
    return recap(
        sayable_ones(calm, before),
        left,
        after_danger=any(level is SafetyLevel.CRISIS for _, level in words),
        language=language_of((person.emotional_why,), person.locale),
    )


async def _kept(s: AsyncSession, session: Conversation) -> str:
    """Return the words that were kept last in a session, as a win or as a card."""
    owner, began = session.user_id, session.created_at
    won = [(row.created_at, row.text) for row in await wins.for_user(s, owner, limit=1)]
    made = [
        (row.created_at, row.content)
        for row in await cards.for_user(s, owner, limit=MOST_CARDS)
        if row.prescribed_by is not PrescribedBy.STRATEGIST
    ]
    return max(((at, text) for at, text in (*won, *made) if at >= began), default=(began, ""))[1]
