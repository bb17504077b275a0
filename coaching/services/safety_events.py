"""Words that a person writes anywhere are screened by the service that stores them.

What is kept is that something serious was said, at which level and of which kind; never the
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Generic, TypeVar

from coaching.models import SafetyEvent
from coaching.repositories import memories, profiles, proposals, safety_events
from coaching.safety import ABUSE, CONTROLLED, help_country, resources_for, screen
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Profile
    from coaching.values.safety import SafetyVerdict

CHAT = "chat"
UNANSWERED = "unanswered"
"""Asked whether they are in danger, they answered beside it."""
EMOTIONAL_WHY = "emotional_why"
"""What the person writes themselves while they sign up."""
QUIET_AFTER_CRISIS = timedelta(hours=48)
NAMED_FOR = timedelta(days=90)
"""For so long after abuse was named, the way out is on every screen."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """Stored row, and the safety verdict on its text."""

    row: T
    safety: SafetyVerdict


async def is_quiet(s: AsyncSession, owner: UUID, *, at: datetime) -> bool:
    """Return True within 48 hours of a crisis: no card, practice or nudge until then."""
    return await quiet_until(s, owner, at=at) is not None


async def quiet_until(s: AsyncSession, owner: UUID, *, at: datetime) -> datetime | None:
    """Return when the 48 hours after the last such danger end; None when there are none now."""
    dangers = await safety_events.since_instant(s, owner, at - QUIET_AFTER_CRISIS)
    quieting = [danger.created_at for danger in dangers if _quiets(danger)]
    return max(quieting) + QUIET_AFTER_CRISIS if quieting else None


async def is_named(s: AsyncSession, person: Profile, *, at: datetime) -> bool:
    """Return True if danger or abuse was named lately: then Quick exit is on every screen.

    Somebody whose money is controlled has it always.
    """
    if CONTROLLED in person.life_context:
        return True
    lately = await safety_events.since_instant(s, person.user_id, at - NAMED_FOR)
    return any(
        event.category == ABUSE or (_quiets(event) and event.created_at >= at - QUIET_AFTER_CRISIS)
        for event in lately
    )


def calls_for_quiet(dangers: Iterable[SafetyEvent], *, since: datetime) -> bool:
    """Return True if one of these, from an instant on, was a crisis or may have been one."""
    return any(_quiets(danger) and danger.created_at >= since for danger in dangers)


def _quiets(danger: SafetyEvent) -> bool:
    return danger.level is SafetyLevel.CRISIS or danger.source == UNANSWERED


async def screen_words(
    s: AsyncSession, owner: UUID, words: str, *, source: str, at: datetime
) -> SafetyVerdict:
    """Screen text from outside the chat and store serious verdicts; never reject the text."""
    person = await profiles.require(s, owner)
    verdict = screen(words, life_context=tuple(person.life_context))
    if verdict.level is not SafetyLevel.NONE:
        await note(s, person, verdict, source=source, at=at)
    return verdict


async def note(
    s: AsyncSession,
    person: Profile,
    verdict: SafetyVerdict,
    *,
    at: datetime,
    source: str = CHAT,
    turn_id: UUID | None = None,
) -> SafetyEvent:
    """Keep that something serious was said and which help was shown; `source` is where."""
    country = help_country(person.country, person.time_zone)
    shown = () if source == UNANSWERED else resources_for(verdict.category, country)
    event = SafetyEvent(
        user_id=person.user_id,
        turn_id=turn_id,
        level=verdict.level,
        category=verdict.category,
        source=source,
        shown_resources=[resource.id for resource in shown],
        created_at=at,
    )
    if verdict.level is SafetyLevel.CRISIS:
        await memories.ask_from(s, person.user_id, at + QUIET_AFTER_CRISIS)
        await proposals.rest(s, person.user_id)
    return await safety_events.add(s, person.user_id, event)
