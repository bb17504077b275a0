"""Check-ins of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select

from coaching.domains.check_ins.models import CheckIn
from coaching.domains.goals.models import Goal
from coaching.errors import NotFound
from coaching.values.check_ins import ReplyStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, row: CheckIn) -> CheckIn:
    """Store a check-in."""
    row.user_id = owner
    s.add(row)
    await s.flush()
    return row


async def find(s: AsyncSession, owner: UUID, check_in_id: UUID) -> CheckIn | None:
    """Return a check-in of this person."""
    statement = select(CheckIn).where(CheckIn.user_id == owner, CheckIn.id == check_in_id)
    return (await s.exec(statement)).first()


async def hold(s: AsyncSession, owner: UUID, check_in_id: UUID) -> CheckIn | None:
    """Return a check-in as it is now, and let other writers of it wait until the unit ends."""
    statement = select(CheckIn).where(CheckIn.user_id == owner, CheckIn.id == check_in_id)
    held = statement.with_for_update().execution_options(populate_existing=True)
    return (await s.exec(held)).first()


async def require(s: AsyncSession, owner: UUID, check_in_id: UUID) -> CheckIn:
    """Return a check-in of this person or raise NotFound."""
    row = await find(s, owner, check_in_id)
    if row is None:
        raise NotFound("no such check-in")
    return row


async def page(
    s: AsyncSession, owner: UUID, *, before: datetime | None, limit: int
) -> Sequence[CheckIn]:
    """Return a page of check-ins, newest first."""
    statement = select(CheckIn).where(CheckIn.user_id == owner)
    if before is not None:
        statement = statement.where(CheckIn.created_at < before)
    order = (col(CheckIn.created_at).desc(), col(CheckIn.id).desc())
    return (await s.exec(statement.order_by(*order).limit(limit))).all()


async def since(
    s: AsyncSession, owner: UUID, instant: datetime, *, limit: int
) -> Sequence[tuple[CheckIn, str | None]]:
    """Return check-ins made or changed after an instant with their goal's title, newest first."""
    statement = (
        select(CheckIn, Goal.title)
        .outerjoin(Goal, col(Goal.id) == col(CheckIn.goal_id))
        .where(CheckIn.user_id == owner, CheckIn.updated_at > instant)
        .order_by(col(CheckIn.created_at).desc())
        .limit(limit)
    )
    return (await s.exec(statement)).all()


async def count_since(
    s: AsyncSession, owner: UUID, instant: datetime, *, replied: bool = False
) -> int:
    """Count the check-ins since an instant, or only those that asked for a reply."""
    statement = select(func.count(col(CheckIn.id))).where(
        CheckIn.user_id == owner, CheckIn.created_at >= instant
    )
    if replied:
        statement = statement.where(CheckIn.status != ReplyStatus.NONE)
    return (await s.exec(statement)).one()


async def remove(s: AsyncSession, owner: UUID, check_in_id: UUID) -> None:
    """Delete a check-in."""
    mine = (col(CheckIn.user_id) == owner, col(CheckIn.id) == check_in_id)
    await s.exec(delete(CheckIn).where(*mine))
