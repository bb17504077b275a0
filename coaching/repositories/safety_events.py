"""That something serious was said, never what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select, update

from coaching.errors import NotFound
from coaching.models import SafetyEvent
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

MISTAKEN = "mistaken"
"""Where the screen took words for a crisis that were none: kept, and counted nowhere."""
# Made once, because every message asks them several times.
_COUNT_MISTAKEN = select(func.count(col(SafetyEvent.id))).where(
    col(SafetyEvent.user_id) == sa.bindparam("owner"), col(SafetyEvent.source) == MISTAKEN
)
_EVER = (
    select(SafetyEvent)
    .where(col(SafetyEvent.user_id) == sa.bindparam("owner"), col(SafetyEvent.source) != MISTAKEN)
    .order_by(col(SafetyEvent.created_at).desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)
_SINCE = _EVER.where(col(SafetyEvent.created_at) >= sa.bindparam("instant"))


async def add(s: AsyncSession, owner: UUID, event: SafetyEvent) -> SafetyEvent:
    """Store an event."""
    event.user_id = owner
    s.add(event)
    await s.flush()
    return event


async def newest(
    s: AsyncSession, owner: UUID, *, since: datetime | None = None
) -> SafetyEvent | None:
    """Return the last event, or the last one since an instant."""
    return next(iter(await since_instant(s, owner, since, limit=1)), None)


async def newest_crisis(
    s: AsyncSession, owner: UUID, *, is_ended: bool = False
) -> SafetyEvent | None:
    """Return the last crisis of the chat that the person is still in, or that they ended."""
    ended = col(SafetyEvent.ended_at)
    statement = select(SafetyEvent).where(
        *_crises_of(owner), ended.is_not(None) if is_ended else ended.is_(None)
    )
    ordered = statement.order_by(col(SafetyEvent.created_at).desc()).limit(1)
    return (await s.exec(ordered)).first()


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> SafetyEvent | None:
    """Return the crisis that a message was."""
    statement = select(SafetyEvent).where(*_crises_of(owner), SafetyEvent.turn_id == turn_id)
    return (await s.exec(statement.limit(1))).first()


async def mistaken_of(
    s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]
) -> dict[UUID, SafetyEvent]:
    """Return what some turns were taken for by mistake, by their ids."""
    statement = select(SafetyEvent).where(
        *_crises_of(owner),
        col(SafetyEvent.turn_id).in_(turn_ids),
        SafetyEvent.source == MISTAKEN,
    )
    found = (await s.exec(statement)).all()
    return {event.turn_id: event for event in found if event.turn_id is not None}


async def count_mistaken(s: AsyncSession, owner: UUID) -> int:
    """Return how many alarms were a mistake."""
    return (await s.exec(_COUNT_MISTAKEN, params={"owner": owner})).one()


async def mark_mistaken(s: AsyncSession, owner: UUID, event: SafetyEvent, *, at: datetime) -> None:
    """Keep that what was shown as a crisis was none; it has ended with that."""
    if event.user_id != owner:
        raise NotFound("no such event")
    event.source, event.ended_at = MISTAKEN, event.ended_at or at
    await s.flush()


async def end(s: AsyncSession, owner: UUID, *, up_to: datetime, at: datetime) -> None:
    """End the crises of the chat up to an instant; those that have ended keep their time."""
    statement = (
        update(SafetyEvent)
        .where(
            *_crises_of(owner),
            col(SafetyEvent.ended_at).is_(None),
            col(SafetyEvent.created_at) <= up_to,
        )
        .values(ended_at=at)
        .execution_options(synchronize_session=False)
    )
    await s.exec(statement)


def _crises_of(owner: UUID) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        col(SafetyEvent.user_id) == owner,
        col(SafetyEvent.level) == SafetyLevel.CRISIS,
        col(SafetyEvent.turn_id).is_not(None),
    )


async def since_instant(
    s: AsyncSession, owner: UUID, instant: datetime | None, *, limit: int = 100
) -> Sequence[SafetyEvent]:
    """Return the events since an instant, or since ever, newest first; none that were mistaken."""
    asked: dict[str, Any] = {"owner": owner, "limit": limit}
    if instant is None:
        return (await s.exec(_EVER, params=asked)).all()
    return (await s.exec(_SINCE, params=asked | {"instant": instant})).all()
