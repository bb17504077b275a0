"""Work asked for: a row, written in the transaction of the change that asks for it.

The key of a row is spent for ever: one Observer per turn, one Strategist per trigger and boundary
of a person, however often and from however many tabs it is asked for (ID-12).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.models import Job
from coaching.repositories import jobs
from coaching.values.enums import Trigger

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation

OBSERVER = "observer"
STRATEGIST = "strategist"
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


async def ask_strategist(
    s: AsyncSession,
    owner: UUID,
    *,
    trigger: Trigger,
    boundary: str,
    at: datetime,
    wait: timedelta = timedelta(),
    conversation_id: UUID | None = None,
) -> bool:
    """Have the Strategist run once at a boundary; False when that was asked before.

    `boundary` names the moment for ever (it becomes the briefing's): how the session of
    `conversation_id` ended, the turn that was urgent, the end of the onboarding.
    """
    key = f"{STRATEGIST}:{owner}:{boundary}"
    # Looked up, not only refused by the index: an insert would wait for whoever claims that job,
    # who may wait for this person's lock that is held here.
    if await jobs.with_key(s, owner, key) is not None:
        return False
    job = Job(
        user_id=owner,
        kind=STRATEGIST,
        payload={
            "trigger": trigger.value,
            "boundary": boundary,
            "conversation_id": str(conversation_id) if conversation_id else None,
        },
        run_at=at + wait,
        max_attempts=PATIENCE,
        unique_key=key,
        created_at=at,
    )
    return await jobs.add(s, owner, job)


async def ask_after_session(
    s: AsyncSession, owner: UUID, conversation: Conversation, *, at: datetime
) -> bool:
    """Have the Strategist prepare the next session; every tab and the sweep name it alike.

    A session that the person ended is read once, as that.
    """
    if conversation.state.get("is_read"):
        return await ask_session_end(s, owner, conversation, at=at)
    ended = conversation.last_message_at.isoformat()
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.SESSION_START,
        boundary=f"{Trigger.SESSION_START}:{conversation.id}:{ended}",
        at=at,
        conversation_id=conversation.id,
    )


async def ask_session_end(
    s: AsyncSession, owner: UUID, conversation: Conversation, *, at: datetime
) -> bool:
    """Have the Strategist read a session that the person has ended; once, from every tab."""
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.SESSION_END,
        boundary=f"{Trigger.SESSION_END}:{conversation.id}",
        at=at,
        conversation_id=conversation.id,
    )
