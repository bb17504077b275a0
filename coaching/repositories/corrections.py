"""What a person corrected of what Toney believes; the newest word on an item holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.models import Correction
from coaching.repositories import profiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once: making a statement and its key for the cache takes longer than the question.
_HOLDING = (
    select(Correction)
    .where(col(Correction.user_id) == sa.bindparam("owner"), col(Correction.withdrawn_at).is_(None))
    .order_by(col(Correction.created_at))
)


async def add(s: AsyncSession, owner: UUID, correction: Correction, *, now: datetime) -> Correction:
    """Store a correction in place of an earlier one of the same item."""
    correction.user_id = owner
    await profiles.hold(s, owner)
    before = await of_item(s, owner, correction.item)
    if before is not None:
        before.withdrawn_at = now
    s.add(correction)
    await s.flush()
    return correction


async def holding(s: AsyncSession, owner: UUID) -> Sequence[Correction]:
    """Return what still holds, oldest first."""
    return (await s.exec(_HOLDING, params={"owner": owner})).all()


async def of_item(s: AsyncSession, owner: UUID, item: str) -> Correction | None:
    """Return what holds for an item."""
    statement = select(Correction).where(
        Correction.user_id == owner,
        Correction.item == item,
        col(Correction.withdrawn_at).is_(None),
    )
    return (await s.exec(statement.order_by(col(Correction.created_at).desc()).limit(1))).first()


async def some(s: AsyncSession, owner: UUID, ids: Sequence[UUID]) -> Sequence[Correction]:
    """Return some corrections of this person, whether they hold or not."""
    if not ids:
        return []
    statement = select(Correction).where(Correction.user_id == owner, col(Correction.id).in_(ids))
    return (await s.exec(statement.order_by(col(Correction.created_at)))).all()


async def find(s: AsyncSession, owner: UUID, correction_id: UUID) -> Correction | None:
    """Return a correction of this person."""
    statement = select(Correction).where(
        Correction.user_id == owner, Correction.id == correction_id
    )
    return (await s.exec(statement)).first()
