"""Ways into the next session that the newest briefing holds, each with its first line written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.errors import NotFound
from coaching.models import CoachingBriefing, SessionStatus
from coaching.repositories import briefings, conversations
from coaching.services import safety_events
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlmodel.ext.asyncio.session import AsyncSession

OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Offered:
    """A door as it is shown: behind it stands a first line. `id` names it for ever."""

    id: str
    title: str
    why_now: str
    length: str


@dataclass(frozen=True, slots=True)
class Found:
    """A door that somebody has chosen. `source`: who wrote its line."""

    id: str
    door: Door
    source: str


async def offered(s: AsyncSession, owner: UUID, *, at: datetime, gap: timedelta) -> list[Offered]:
    """Return the doors; none while a session runs, nor in the days after a crisis."""
    session = await conversations.current(s, owner)
    is_open = session is not None and session.session_status is SessionStatus.OPEN
    if session is not None and is_open and at - session.last_message_at <= gap:
        return []
    if await safety_events.is_quiet(s, owner, at=at):
        return []
    newest = await briefings.latest(s, owner)
    return _of(newest) if newest else []


async def has_talked(s: AsyncSession, owner: UUID) -> bool:
    """Return whether there has been a session."""
    return await conversations.current(s, owner) is not None


async def require(s: AsyncSession, owner: UUID, door_id: str) -> Found:
    """Return a door by its id, as it was when it was shown, whatever was written since."""
    briefing_id, _, place = door_id.partition(":")
    if not place.isdecimal() or len(place) > 1:
        raise NotFound("no such door")
    try:
        briefing = await briefings.find(s, owner, UUID(briefing_id))
    except ValueError:
        briefing = None
    if briefing is None or int(place) >= len(briefing.doors):
        raise NotFound("no such door")
    source = OFFLINE if briefing.model.startswith(OFFLINE) else "claude"
    return Found(door_id, Door.model_validate(briefing.doors[int(place)]), source)


def _of(briefing: CoachingBriefing) -> list[Offered]:
    doors = [Door.model_validate(door) for door in briefing.doors]
    return [
        Offered(f"{briefing.id}:{place}", door.title, door.why_now, door.length)
        for place, door in enumerate(doors)
    ]
