"""App settings changed at run time, and counters of new guests per IP address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, delete, select

from coaching.models import AddressDay, Setting
from coaching.repositories import dialects

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


async def setting(s: AsyncSession, key: str) -> dict[str, Any] | None:
    """Return a value."""
    row = (await s.exec(select(Setting).where(Setting.key == key))).first()
    return None if row is None else row.value


async def set_setting(s: AsyncSession, key: str, value: dict[str, Any], *, now: datetime) -> None:
    """Store a value; needs a system unit."""
    insert = dialects.insert(s, Setting).values(key=key, value=value, updated_at=now)
    await s.exec(
        insert.on_conflict_do_update(
            index_elements=["key"],
            set_={"value": insert.excluded.value, "updated_at": insert.excluded.updated_at},
        )
    )


async def count_guest(s: AsyncSession, *, day: str, address_hash: str, limit: int) -> bool:
    """Count a guest of an address; False, and nothing counted, at the day's limit."""
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
