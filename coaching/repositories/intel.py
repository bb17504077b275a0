"""What Toney understands of a person's behaviour: one row, merged under its lock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.models import BehavioralIntel
from coaching.repositories import profiles

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it several times.
_FIND = (
    select(BehavioralIntel)
    .where(col(BehavioralIntel.user_id) == sa.bindparam("owner"))
    .execution_options(populate_existing=True)
)


async def find(s: AsyncSession, owner: UUID) -> BehavioralIntel | None:
    """Return the person's intel."""
    return (await s.exec(_FIND, params={"owner": owner})).first()


async def hold(s: AsyncSession, owner: UUID, *, now: datetime) -> BehavioralIntel:
    """Return the row to merge into, made when missing; other merges wait until the unit ends."""
    await profiles.hold(s, owner)
    found = await find(s, owner)
    if found is None:
        found = BehavioralIntel(user_id=owner, updated_at=now)
        s.add(found)
        await s.flush()
    return found


async def change(
    s: AsyncSession, owner: UUID, *, now: datetime, **changes: object
) -> BehavioralIntel:
    """Replace columns; lists are whole new lists."""
    row = await hold(s, owner, now=now)
    for name, value in changes.items():
        setattr(row, name, value)
    row.updated_at = now
    await s.flush()
    return row
