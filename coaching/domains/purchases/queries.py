"""Purchases of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from coaching.domains.purchases.models import Purchase
from coaching.errors import NotFound
from coaching.values.purchases import PurchaseStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, row: Purchase) -> Purchase:
    """Store a purchase."""
    row.user_id = owner
    s.add(row)
    await s.flush()
    return row


async def find(s: AsyncSession, owner: UUID, purchase_id: UUID) -> Purchase | None:
    """Return a purchase of this person."""
    statement = select(Purchase).where(Purchase.user_id == owner, Purchase.id == purchase_id)
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, purchase_id: UUID) -> Purchase:
    """Return a purchase of this person or raise NotFound."""
    row = await find(s, owner, purchase_id)
    if row is None:
        raise NotFound("no such purchase")
    return row


async def waiting(s: AsyncSession, owner: UUID) -> Sequence[Purchase]:
    """Return what waits, the one whose day is over first at the front."""
    mine = (Purchase.user_id == owner, Purchase.status == PurchaseStatus.WAITING)
    order = (col(Purchase.waits_until), col(Purchase.id))
    return (await s.exec(select(Purchase).where(*mine).order_by(*order))).all()


async def bought(s: AsyncSession, owner: UUID, *, limit: int) -> Sequence[Purchase]:
    """Return what was bought, newest first."""
    mine = (Purchase.user_id == owner, Purchase.status == PurchaseStatus.BOUGHT)
    order = (col(Purchase.updated_at).desc(), col(Purchase.id).desc())
    return (await s.exec(select(Purchase).where(*mine).order_by(*order).limit(limit))).all()


async def last_plan(s: AsyncSession, owner: UUID) -> str:
    """Return the plan of the newest purchase that has one, or nothing."""
    mine = (Purchase.user_id == owner, Purchase.plan != "")
    order = (col(Purchase.created_at).desc(), col(Purchase.id).desc())
    return (await s.exec(select(Purchase.plan).where(*mine).order_by(*order))).first() or ""


async def count_waiting(s: AsyncSession, owner: UUID) -> int:
    """Count what waits."""
    mine = (Purchase.user_id == owner, Purchase.status == PurchaseStatus.WAITING)
    return (await s.exec(select(func.count(col(Purchase.id))).where(*mine))).one()
