"""What an earlier danger changes now (domain.md §2.5, §5.1). The stored preferences stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.repositories import conversations, safety_events, signals
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

QUIET_AFTER_CRISIS = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class Care:
    """`is_gentle`: the tone is capped. `is_quiet`: no card, no practice, no nudge is offered."""

    is_gentle: bool
    is_quiet: bool
    last_session_urgent: bool


async def load_care(s: AsyncSession, owner: UUID, *, session_number: int, at: datetime) -> Care:
    """Return what holds in a session: a danger caps the tone in its session and in the next."""
    previous = await conversations.before(s, owner, session_number)
    since, lately = previous.created_at if previous else None, at - QUIET_AFTER_CRISIS
    earliest = min(since, lately) if since else None
    dangers = await safety_events.since_instant(s, owner, earliest)
    return Care(
        is_gentle=any(since is None or danger.created_at >= since for danger in dangers),
        is_quiet=any(
            danger.level is SafetyLevel.CRISIS and danger.created_at >= lately for danger in dangers
        ),
        last_session_urgent=previous is not None
        and await signals.has_urgent(s, owner, previous.id),
    )
