"""Work asked for: a row, written in the transaction of the change that asks for it.

The key of a row is used once: one Observer per turn, one Strategist per boundary of a person,
however often and from however many tabs it is asked for. A session has one boundary.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.models import Job
from coaching.repositories import batches, briefings, jobs, transcripts
from coaching.values import session_state
from coaching.values.enums import JobStatus, Trigger

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation

OBSERVER = "observer"
STRATEGIST = "strategist"
CLOSING = "closing"
LEFT_AT = "left_at"
"""Where a run has the instant when the person left a session that has ended: it may wait."""
CLOSING_TRIES = 3  # of a process that dies; a service that is away is not asked again
PATIENCE = 6  # with the pauses of the loop, a service may be away for some three hours


async def ask_observer(s: AsyncSession, owner: UUID, turn_id: UUID, *, at: datetime) -> bool:
    """Have the Observer read a finished turn; False when that was asked before."""
    job = Job(
        user_id=owner,
        kind=OBSERVER,
        payload={"turn_id": str(turn_id)},
        run_at=at,
        max_attempts=PATIENCE,
        unique_key=f"{OBSERVER}:{turn_id}",
        created_at=at,
    )
    return await jobs.add(s, owner, job)


async def ask_strategist(  # noqa: PLR0913 - what a run is for, each by its name
    s: AsyncSession,
    owner: UUID,
    *,
    trigger: Trigger,
    boundary: str,
    at: datetime,
    wait: timedelta = timedelta(),
    conversation_id: UUID | None = None,
    left_at: datetime | None = None,
) -> bool:
    """Have the Strategist run once at a boundary; False when that was asked before.

    `boundary` names the moment for ever (it becomes the briefing's): the end of the session
    `conversation_id`, the turn that was urgent, the end of the onboarding. A run that failed for
    good is tried again, with all its attempts. A run for a person who has `left_at` an instant may
    be done in a batch; asked for once more, it no longer waits for that.
    """
    key = strategist_key(owner, boundary)
    # Looked up, not only refused by the index: an insert would wait for whoever claims that job,
    # who may wait for this person's lock that is held here.
    known = await jobs.with_key(s, owner, key)
    if known is not None:
        if known.status is not JobStatus.FAILED:
            await batches.stop_waiting(s, owner, now=at)
            return False
        await jobs.take_up(s, owner, known.id, now=at)
        return True
    job = Job(
        user_id=owner,
        kind=STRATEGIST,
        payload={
            "trigger": trigger.value,
            "boundary": boundary,
            "conversation_id": str(conversation_id) if conversation_id else None,
            **({LEFT_AT: left_at.isoformat()} if left_at else {}),
        },
        run_at=at + wait,
        max_attempts=PATIENCE,
        unique_key=key,
        created_at=at,
    )
    return await jobs.add(s, owner, job)


async def ask_after_session(
    s: AsyncSession,
    owner: UUID,
    conversation: Conversation,
    *,
    at: datetime,
    left_at: datetime | None = None,
) -> bool:
    """Have the Strategist read a session that has ended, by the button or by silence, once.

    The sweep, every tab and the next message name the same boundary. A session without the
    person's words has nothing to read: then a run is asked for only if there is no briefing yet.
    """
    if await transcripts.has_words(s, owner, conversation.id):
        return await ask_session_end(s, owner, conversation, at=at, left_at=left_at)
    if await briefings.latest(s, owner) is not None:
        return False
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.SESSION_START,
        boundary=f"{Trigger.SESSION_START}:{conversation.id}",
        at=at,
        conversation_id=conversation.id,
    )


async def ask_session_end(
    s: AsyncSession,
    owner: UUID,
    conversation: Conversation,
    *,
    at: datetime,
    left_at: datetime | None = None,
) -> bool:
    """Have the closing note of a session written and all of it read; once, from every tab."""
    if not session_state.of(conversation).is_read:
        session_state.change(conversation, is_read=True)
        await s.flush()
        await _ask_closing(s, owner, conversation.id, at=at)
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.SESSION_END,
        boundary=session_end_of(conversation.id),
        at=at,
        conversation_id=conversation.id,
        left_at=left_at,
    )


async def _ask_closing(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, at: datetime
) -> None:
    job = Job(
        user_id=owner,
        kind=CLOSING,
        payload={"conversation_id": str(conversation_id)},
        run_at=at,
        max_attempts=CLOSING_TRIES,
        unique_key=f"{CLOSING}:{conversation_id}",
        created_at=at,
    )
    await jobs.add(s, owner, job)


async def is_being_read(s: AsyncSession, owner: UUID, *, now: datetime) -> bool:
    """Return True while a run of the Strategist is at work or about to be; none in a batch is."""
    return await jobs.is_at_work(s, owner, STRATEGIST, now=now)


def strategist_key(owner: UUID, boundary: str) -> str:
    """Return the key of a run at a boundary of a person."""
    return f"{STRATEGIST}:{owner}:{boundary}"


def session_end_of(conversation_id: UUID) -> str:
    """Return the boundary of a session's end."""
    return f"{Trigger.SESSION_END}:{conversation_id}"
