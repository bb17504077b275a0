"""Memories of a person: as they are proposed, as they are held, and what their page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.models import CoachMemory
from coaching.repositories import memories
from coaching.services import insight
from coaching.values.observation import MemoryCandidate

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

CALLED = "You called the bank about the loan, and they gave you until May."


def candidate(content: str, quote: str, **changes: Any) -> MemoryCandidate:
    """Return a memory as the Observer proposes it."""
    usual = {
        "kind": "fact",
        "source": "stated",
        "importance": "high",
        "expires": "none",
        "sensitive": False,
        "supersedes": "none",
    }
    return MemoryCandidate.model_validate({**usual, "content": content, "quote": quote, **changes})


async def remembered(db: Db, owner: UUID, content: str, **more: Any) -> CoachMemory:
    row = CoachMemory(user_id=owner, content=content, **more)
    async with db.unit(owner, write=True) as s:
        return await memories.add(s, owner, row)


async def held(db: Db, clock: FrozenClock, owner: UUID) -> list[str]:
    async with db.unit(owner) as s:
        return [row.content for row in await memories.active(s, owner, now=clock.now())]


async def aside(db: Db, clock: FrozenClock, owner: UUID) -> set[str]:
    async with db.unit(owner) as s:
        found = (await insight.page(s, owner, at=clock.now())).items
    return {belief.text for belief in found if belief.is_aside}
