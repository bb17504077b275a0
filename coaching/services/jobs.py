"""Work asked for: a row, written in the transaction of the change that asks for it.

The key of a row is spent for ever: one Observer per turn, one Strategist per trigger and boundary
of a person, however often and from however many tabs it is asked for (ID-12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import jobs
from coaching.values.enums import Trigger

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

OBSERVER = "observer"
STRATEGIST = "strategist"


async def ask_observer(s: AsyncSession, owner: UUID, turn_id: UUID, *, at: datetime) -> UUID | None:
    """Have the Observer read a finished turn; None when that was asked before."""
    return await jobs.add(
        s,
        kind=OBSERVER,
        user_id=owner,
        payload={"turn_id": str(turn_id)},
        run_at=at,
        unique_key=f"{OBSERVER}:{turn_id}",
    )


async def ask_strategist(
    s: AsyncSession,
    owner: UUID,
    *,
    trigger: Trigger,
    boundary: str,
    at: datetime,
    conversation_id: UUID | None = None,
) -> UUID | None:
    """Have the Strategist run once at a boundary; None when that was asked before.

    `boundary` names the moment: what the session of `conversation_id` ended with, the turn that
    was urgent, the end of the onboarding.
    """
    return await jobs.add(
        s,
        kind=STRATEGIST,
        user_id=owner,
        payload={
            "trigger": trigger.value,
            "boundary": f"{trigger.value}:{boundary}",
            "conversation_id": str(conversation_id) if conversation_id else None,
        },
        run_at=at,
        unique_key=f"{STRATEGIST}:{owner}:{trigger.value}:{boundary}",
    )


async def ask_after_session(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, last_message_at: datetime, at: datetime
) -> UUID | None:
    """Have the Strategist prepare the session that follows; every tab and the sweep name it alike."""
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.SESSION_START,
        boundary=f"{conversation_id}:{last_message_at.isoformat()}",
        at=at,
        conversation_id=conversation_id,
    )
