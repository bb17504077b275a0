"""What was said of a card on one of the person's own days: one answer a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, select

from coaching.models import FocusDay
from coaching.repositories import dialects

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it several times.
_SINCE = (
    select(FocusDay)
    .where(col(FocusDay.user_id) == sa.bindparam("owner"), col(FocusDay.day) >= sa.bindparam("day"))
    .order_by(col(FocusDay.day))
)


async def answer(s: AsyncSession, owner: UUID, day: FocusDay) -> bool:
    """Store the day's answer; False when the day already has one."""
    day.user_id = owner
    statement = (
        dialects.insert(s, FocusDay)
        .values(**day.model_dump())
        .on_conflict_do_nothing(index_elements=["user_id", "rewire_card_id", "day"])
        .returning(col(FocusDay.id))
    )
    return (await s.exec(statement)).first() is not None


async def on(s: AsyncSession, owner: UUID, card_id: UUID, day: date) -> FocusDay | None:
    """Return a card's answer of a day."""
    statement = select(FocusDay).where(
        FocusDay.user_id == owner,
        FocusDay.rewire_card_id == card_id,
        FocusDay.day == day.isoformat(),
    )
    return (await s.exec(statement)).first()


async def since(s: AsyncSession, owner: UUID, day: date) -> Sequence[FocusDay]:
    """Return all answers from a day on, oldest first."""
    asked = {"owner": owner, "day": day.isoformat()}
    return (await s.exec(_SINCE, params=asked)).all()


async def of_card(s: AsyncSession, owner: UUID, card_id: UUID) -> Sequence[FocusDay]:
    """Return all answers of a card, oldest first."""
    statement = select(FocusDay).where(
        FocusDay.user_id == owner, FocusDay.rewire_card_id == card_id
    )
    return (await s.exec(statement.order_by(col(FocusDay.day)))).all()


async def take_back(s: AsyncSession, owner: UUID, card_id: UUID, day: date) -> FocusDay | None:
    """Delete a day's answer (undo) and return it."""
    found = await on(s, owner, card_id, day)
    if found is not None:
        await s.exec(
            delete(FocusDay).where(col(FocusDay.user_id) == owner, col(FocusDay.id) == found.id)
        )
    return found


async def done(s: AsyncSession, owner: UUID, *, limit: int) -> Sequence[str]:
    """Return the days on which a card was done, no more than `limit`."""
    statement = select(FocusDay.day).where(FocusDay.user_id == owner, col(FocusDay.completed))
    return (await s.exec(statement.distinct().limit(limit))).all()
