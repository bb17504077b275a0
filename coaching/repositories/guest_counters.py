"""Counters of new guest accounts per IP address and UTC day, for the rate limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete

from coaching.models import AddressDay
from coaching.repositories import dialects

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession


async def count_guest(s: AsyncSession, *, day: str, address_hash: str, limit: int) -> bool:
    """Count a new guest of an address; return False and count nothing at the day's limit."""
    if limit < 1:
        return False
    insert = dialects.insert(s, AddressDay).values(day=day, address_hash=address_hash, guests=1)
    statement = insert.on_conflict_do_update(
        index_elements=["day", "address_hash"],
        set_={"guests": col(AddressDay.guests) + 1},
        where=col(AddressDay.guests) < limit,
    ).returning(col(AddressDay.guests))
    return (await s.exec(statement)).first() is not None


async def forget_addresses(s: AsyncSession, *, before_day: str) -> None:
    """Delete the counters of earlier days."""
    await s.exec(delete(AddressDay).where(col(AddressDay.day) < before_day))
