"""A person's row that is deleted and put back as it was: the undo of transactions and purchases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, delete

from coaching.repositories import secure_delete

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models.base import Owned


def as_kept(row: Owned) -> dict[str, Any]:
    """Return a row as JSON, for `put_back`."""
    return row.model_dump(mode="json")


async def take(s: AsyncSession, owner: UUID, row: Owned, *, at: datetime) -> dict[str, Any]:
    """Delete a row; return it as JSON, for `put_back`."""
    gone = as_kept(row)
    await remove(s, owner, type(row), row.id, at=at)
    return gone


async def put_back(
    s: AsyncSession, owner: UUID, table: type[Owned], row: UUID, gone: dict[str, Any]
) -> None:
    """Put a row back as it was before it was changed or deleted; idempotent."""
    await _delete(s, owner, table, row)
    s.expire_all()
    s.add(table.model_validate({**gone, "user_id": owner}))
    await s.flush()


async def remove(
    s: AsyncSession, owner: UUID, table: type[Owned], row: UUID, *, at: datetime
) -> None:
    """Delete a row of this person if it is there, and its words from the file."""
    await _delete(s, owner, table, row)
    await secure_delete.note(s, at=at)


async def _delete(s: AsyncSession, owner: UUID, table: type[Owned], row: UUID) -> None:
    mine = (col(table.user_id) == owner, col(table.id) == row)
    await s.exec(delete(table).where(*mine))
