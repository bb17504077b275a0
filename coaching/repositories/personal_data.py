"""All rows of one person, found through the schema so that no table is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlmodel import SQLModel

from coaching.models import User

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from sqlalchemy import Table
    from sqlmodel.ext.asyncio.session import AsyncSession

OWNER = "user_id"
SECRETS = frozenset(
    {"token_hash", "pin_hash", "browser_hash", "code_hash", "endpoint_hash", "sealed"}
)


def tables() -> dict[str, Table]:
    """Return the tables whose rows belong to people, parents before children."""
    found = {table.name: table for table in SQLModel.metadata.sorted_tables}
    return {
        name: table
        for name, table in found.items()
        if name == User.__tablename__ or OWNER in table.columns
    }


async def rows(s: AsyncSession, owner: UUID, table: Table) -> list[Mapping[str, Any]]:
    """Return what a table holds of a person, oldest first, without what would let others in."""
    shown = [column for column in table.columns if column.name not in SECRETS]
    whose = table.columns.get(OWNER)
    ordered = [table.columns[name] for name in ("created_at",) if name in table.columns]
    found = await (await s.connection()).execute(
        select(*shown)
        .where((table.columns.id if whose is None else whose) == owner)
        .order_by(*ordered, *table.primary_key.columns)
    )
    return [dict(row) for row in found.mappings()]


async def count(s: AsyncSession, owner: UUID, table: Table) -> int:
    """Return how many rows of a person a table holds."""
    whose = table.columns.get(OWNER)
    mine = (table.columns.id if whose is None else whose) == owner
    statement = select(func.count()).select_from(table).where(mine)
    return (await (await s.connection()).execute(statement)).scalar_one()
