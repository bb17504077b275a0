"""Dreams: kept by the person, by the coach after a yes, or through the API; one way for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog
from typing_extensions import TypedDict

from coaching.domains.dreams import queries
from coaching.domains.dreams.models import Dream
from coaching.errors import Conflict, InvalidInput, TooMany
from coaching.repositories import analytics, conversations, profiles
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.days import clean_day
from coaching.values.dreams import DreamCategory, DreamStatus, MadeBy, Priority
from coaching.values.tiers import Tier, dreams_of, known_tier, tier_of
from coaching.values.undo import UNDO_WITHIN
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

TITLE_MAX, DESCRIPTION_MAX = 200, 2000
MOST_KEPT = 200
_FULL = "You can have {limit} dreams at a time. Set one aside to make room; nothing of it is lost."
_log = structlog.get_logger(__name__)


class DreamFields(TypedDict, total=False):
    """Fields that may be changed; a field that is missing stays as it is."""

    title: str
    description: str
    category: DreamCategory | None
    priority: Priority
    target_on: str | None
    status: DreamStatus


@dataclass(frozen=True, slots=True)
class Room:
    """How many dreams are active, and how many may be."""

    tier: Tier
    limit: int
    active: int

    @property
    def is_full(self) -> bool:
        """Return True if one has to be set aside before another begins."""
        return self.active >= self.limit


async def room(s: AsyncSession, owner: UUID) -> Room:
    """Return the person's limit and what it holds; a tier nobody knows counts as the smallest."""
    stored = (await profiles.require(s, owner)).tier
    if known_tier(stored) is None:
        _log.warning("unknown_tier")
    return Room(tier_of(stored), dreams_of(stored), await queries.active(s, owner))


async def for_user(
    s: AsyncSession, owner: UUID, *, status: DreamStatus | None = None
) -> Sequence[Dream]:
    """Return a person's dreams: by priority, then oldest first."""
    return await queries.for_user(s, owner, status=status)


async def require(s: AsyncSession, owner: UUID, dream_id: UUID) -> Dream:
    """Return a dream of this person or raise NotFound."""
    return await queries.require(s, owner, dream_id)


async def add(
    s: AsyncSession,
    owner: UUID,
    fields: DreamFields,
    *,
    at: datetime,
    made_by: MadeBy = MadeBy.USER,
    conversation_id: UUID | None = None,
) -> Kept[Dream]:
    """Keep a dream; raise TooMany if it would be active and there is no room."""
    await profiles.hold(s, owner)
    clean = cleaned({"title": "", **fields})
    if len(await queries.for_user(s, owner)) >= MOST_KEPT:
        raise TooMany(limit=MOST_KEPT)
    if clean.get("status", DreamStatus.ACTIVE) is DreamStatus.ACTIVE:
        await _require_room(s, owner)
    made: dict[str, Any] = {**clean}
    dream = Dream(
        user_id=owner,
        made_by=made_by,
        conversation_id=conversation_id,
        created_at=at,
        updated_at=at,
        **made,
    )
    added = await queries.add(s, owner, dream)
    await analytics.add(s, owner, UsageEvent.DREAM_KEPT, at=at, by=made_by)
    return await _kept(s, added, at)


async def edit(
    s: AsyncSession, owner: UUID, dream_id: UUID, fields: DreamFields, *, at: datetime
) -> Kept[Dream]:
    """Change a dream. Taking one up again needs room like a new one."""
    await profiles.hold(s, owner)
    dream, clean = await queries.require(s, owner, dream_id), cleaned(fields)
    begins = clean.get("status", dream.status) is DreamStatus.ACTIVE
    if begins and dream.status is not DreamStatus.ACTIVE:
        await _require_room(s, owner)
    for name, value in clean.items():
        setattr(dream, name, value)
    dream.updated_at = at
    await s.flush()
    return await _kept(s, dream, at)


async def delete(s: AsyncSession, owner: UUID, dream_id: UUID) -> None:
    """Delete a dream; its goals stay, and its conversations too."""
    await queries.require(s, owner, dream_id)
    await conversations.unlink(s, owner, dream_id)
    await queries.remove(s, owner, dream_id)


async def undo(s: AsyncSession, owner: UUID, dream_id: UUID, *, at: datetime) -> None:
    """Take back a dream that was saved a moment ago; later it is deleted, which asks first."""
    dream = await queries.require(s, owner, dream_id)
    if at - dream.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the dream can be deleted")
    await delete(s, owner, dream_id)


def cleaned(fields: DreamFields) -> DreamFields:
    """Return fields that may be stored; raise InvalidInput with what is wrong by name."""
    clean = DreamFields(**fields)
    if "title" in fields:
        clean["title"] = clean_text("title", fields["title"], maximum=TITLE_MAX)
    if "description" in fields:
        clean["description"] = clean_text(
            "description", fields["description"], maximum=DESCRIPTION_MAX, may_be_empty=True
        )
    if "target_on" in fields:
        clean["target_on"] = clean_day("targetOn", fields["target_on"])
    return clean


async def set_tier(s: AsyncSession, owner: UUID, name: str, *, at: datetime) -> Tier:
    """Give a person another tier; dreams beyond a smaller limit stay active."""
    tier = known_tier(name)
    if tier is None:
        raise InvalidInput({"tier": f"has to be one of {', '.join(Tier)}"})
    await profiles.change(s, owner, at=at, tier=tier.value)
    return tier


async def _require_room(s: AsyncSession, owner: UUID) -> None:
    here = await room(s, owner)
    if here.is_full:
        raise TooMany(limit=here.limit, say=_FULL.format(limit=here.limit))


async def _kept(s: AsyncSession, dream: Dream, at: datetime) -> Kept[Dream]:
    words = f"{dream.title}\n{dream.description}"
    return Kept(dream, await screen_words(s, dream.user_id, words, source="dream", at=at))
