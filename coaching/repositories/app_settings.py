"""App settings changed at run time: one JSON value per key."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.models import Setting
from coaching.repositories import dialects

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it several times.
_FIND = select(Setting).where(col(Setting.key) == sa.bindparam("key"))


async def setting(s: AsyncSession, key: str) -> dict[str, Any] | None:
    """Return the value stored under a key, or None."""
    row = (await s.exec(_FIND, params={"key": key})).first()
    return None if row is None else row.value


async def set_setting(s: AsyncSession, key: str, value: dict[str, Any], *, now: datetime) -> None:
    """Upsert a value; needs a system unit."""
    await s.flush()
    row = {"key": key, "value": value, "updated_at": now}
    await (await s.connection()).execute(_upsert(is_postgres=dialects.on_postgres(s)), row)


@cache
def _upsert(*, is_postgres: bool) -> sa.Executable:
    """Return the statement. Making it takes longer than running it."""
    insert = dialects.insert_into(Setting, is_postgres=is_postgres)
    return insert.on_conflict_do_update(
        index_elements=["key"],
        set_={"value": insert.excluded.value, "updated_at": insert.excluded.updated_at},
    )
