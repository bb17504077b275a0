"""Care mode: from the first message of a crisis until the person says that they are safe.

It lasts as long as the session of the crisis, and an hour at least. It is kept with the person, so
that all devices agree; it stays when the message is edited or deleted. The rule is here and, for a
page without a connection, in toney_app/js/care.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.errors import NotFound
from coaching.repositories import conversations, safety_events, turns
from coaching.services import mistaken_alarms
from coaching.values.conversations import SessionStatus

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

AT_LEAST = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Care:
    """The crisis that stands, or nothing; and up to when crises have ended."""

    category: str = ""
    turn_id: UUID | None = None
    safe_until: datetime | None = None
    safe_turn: UUID | None = None


async def now(s: AsyncSession, owner: UUID, *, at: datetime) -> Care:
    """Return what the page cares for; a crisis later than `safe_until` is news to the server."""
    ended = await safety_events.newest_crisis(s, owner, is_ended=True)
    safe_until = ended.created_at if ended else None
    safe_turn = ended.turn_id if ended else None
    crisis = await safety_events.newest_crisis(s, owner)
    if crisis is None or crisis.turn_id is None:
        return Care(safe_until=safe_until, safe_turn=safe_turn)
    if at - crisis.created_at >= AT_LEAST and await _is_over(s, owner, crisis.turn_id):
        return Care(safe_until=safe_until, safe_turn=safe_turn)
    return Care(crisis.category, crisis.turn_id, safe_until, safe_turn)


async def im_safe(s: AsyncSession, owner: UUID, turn_id: UUID, *, at: datetime) -> None:
    """End the crisis of a message and those before it; one that came later stands."""
    crisis = await safety_events.of_turn(s, owner, turn_id)
    if crisis is None:
        raise NotFound("no crisis in this turn")
    await safety_events.end(s, owner, up_to=crisis.created_at, at=at)
    await mistaken_alarms.denied(s, owner, at=at, turn_id=turn_id)


async def _is_over(s: AsyncSession, owner: UUID, turn_id: UUID) -> bool:
    turn = await turns.require(s, owner, turn_id)
    session = await conversations.require(s, owner, turn.conversation_id)
    return session.session_status is not SessionStatus.OPEN
