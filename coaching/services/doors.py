"""Ways into the next session that the newest briefing holds, each with its first line written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.errors import NotFound
from coaching.memory.corrections import contradicts
from coaching.repositories import briefings, conversations
from coaching.services import corrections, safety_events
from coaching.services.briefings import is_outdated
from coaching.services.do_not_repeat import Unspoken, may_repeat, unspoken
from coaching.values.conversations import SessionStatus
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing
    from coaching.values.corrections import Correction

OFFLINE = "offline"
MOST_SHOWN = 3  # more choices at once are a menu
LEAST_QUOTED_WORDS = 4  # fewer words make no title


@dataclass(frozen=True, slots=True)
class Offered:
    """A door as it is shown: behind it stands a first line. `id` names it for ever."""

    id: str
    title: str
    why_now: str
    length: str


@dataclass(frozen=True, slots=True)
class FoundDoor:
    """A door that somebody has chosen. `source`: who wrote its line."""

    id: str
    door: Door
    source: str


async def offered(s: AsyncSession, owner: UUID, *, at: datetime, gap: timedelta) -> list[Offered]:
    """Return up to three doors; none while a session runs, or when outdated.

    In the days after a crisis there are none.
    """
    session = await conversations.current(s, owner)
    is_open = session is not None and session.session_status is SessionStatus.OPEN
    if session is not None and is_open and at - session.last_message_at <= gap:
        return []
    if await safety_events.is_quiet(s, owner, at=at):
        return []
    newest = await briefings.latest(s, owner)
    if newest is None or await is_outdated(s, owner, newest):
        return []
    return _of(newest, await corrections.binding(s, owner), await unspoken(s, owner))


async def has_talked(s: AsyncSession, owner: UUID) -> bool:
    """Return True if there has been a session."""
    return await conversations.current(s, owner) is not None


async def require(s: AsyncSession, owner: UUID, door_id: str) -> FoundDoor:
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
    door = Door.model_validate(briefing.doors[int(place)])
    before = await unspoken(s, owner)
    if not may_repeat(_text(door), before):
        raise NotFound("this door says what was said in danger")
    if contradicts(_text(door), await corrections.binding(s, owner)) is not None:
        raise NotFound("this door was corrected")
    source = OFFLINE if briefing.model.startswith(OFFLINE) else "claude"
    return FoundDoor(door_id, door, source)


def _of(
    briefing: CoachingBriefing, binding: tuple[Correction, ...], before: Unspoken
) -> list[Offered]:
    doors = [Door.model_validate(door) for door in briefing.doors]
    shown = [
        Offered(f"{briefing.id}:{place}", door.title, door.why_now, door.length)
        for place, door in enumerate(doors)
        if contradicts(_text(door), binding) is None
        and may_repeat(_text(door), before)
        and not _is_scrap(door.title)
    ]
    return shown[:MOST_SHOWN]


def _is_scrap(title: str) -> bool:
    """Return True for a quotation too short to say what the conversation would be about."""
    is_quote = title[:1] in {"“", "«"} and title.rstrip(".!?…")[-1:] in {"”", "»"}
    return is_quote and len(title.split()) < LEAST_QUOTED_WORDS


def _text(door: Door) -> str:
    return f"{door.title}\n{door.why_now}\n{door.opening}"
