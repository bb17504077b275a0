"""Data export and deletion: everything that Toney has of a person (features 3.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_core import to_jsonable_python

from coaching.errors import NotFound
from coaching.models import ModelCall
from coaching.repositories import model_calls, personal_data, profiles, secure_delete, users

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

FORMAT = "toney-export"
VERSION = 1


async def export(s: AsyncSession, owner: UUID, *, at: datetime) -> dict[str, Any]:
    """Return every row of a person as JSON values; raise `NotFound` when there is nobody.

    The shape: `{"format": "toney-export", "version": 1, "exportedAt", "userId", "tables":
    {name: [row, …]}}`, with columns as the tables name them and instants in UTC. Left out is what
    would let somebody in: the hashes of session tokens.
    """
    if await users.find(s, owner) is None:
        raise NotFound(f"there is no person {owner}")
    tables = personal_data.tables()
    return {
        "format": FORMAT,
        "version": VERSION,
        "exportedAt": to_jsonable_python(at),
        "userId": str(owner),
        "tables": {
            name: to_jsonable_python(await personal_data.rows(s, owner, table))
            for name, table in tables.items()
        },
    }


async def delete(s: AsyncSession, owner: UUID, *, at: datetime) -> dict[str, int]:
    """Delete a person and all their rows; return how many of each table are gone.

    Raise `NotFound` if there is no such person.

    When a model was called and what it cost stays for the sums, with nothing that leads to them.
    """
    await profiles.hold(s, owner)
    had = {
        name: await personal_data.count(s, owner, table)
        for name, table in personal_data.tables().items()
        if name != ModelCall.__tablename__
    }
    await model_calls.unlink(s, owner)
    if not await users.remove(s, owner):
        raise NotFound(f"there is no person {owner}")
    await secure_delete.note(s, at=at)
    return had
