"""A plan ends as soon as a memory tells that it was carried out."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.models import CoachMemory
from coaching.repositories import memories as rows
from coaching.services import insight, memory_writer
from coaching.services.memory_writer import Said
from coaching.values.enums import MemoryKind, MemoryState, SafetyLevel
from coaching.values.observation import MemoryCandidate
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

PLAN = "You want to see a lawyer about the divorce in May."
DONE = "You saw a lawyer about the divorce in Leeds."
SAID = "I saw a lawyer about the divorce in Leeds"


async def planned(db: Db, clock: FrozenClock, content: str = PLAN) -> UUID:
    owner = await factories.person(db)
    kind, at = MemoryKind.COMMITMENT, clock.now()
    async with db.unit(owner, write=True) as s:
        await rows.add(
            s, owner, CoachMemory(user_id=owner, kind=kind, content=content, created_at=at)
        )
    clock.move(timedelta(days=1))
    return owner


async def is_done(db: Db, owner: UUID) -> bool:
    async with db.unit(owner) as s:
        known = await rows.known(s, owner)
    return next(row for row in known if row.kind is MemoryKind.COMMITMENT).done_at is not None


@pytest.mark.parametrize(("told", "ends"), [(DONE, True), ("You haven't seen a lawyer.", False)])
async def test_an_allowed_private_memory_ends_the_plan_that_it_tells_of(
    db: Db, clock: FrozenClock, told: str, *, ends: bool
) -> None:
    owner = await planned(db, clock)
    private = CoachMemory(
        user_id=owner,
        content=told,
        state=MemoryState.WAITING,
        active=False,
        is_sensitive=True,
        fingerprint="private",
        created_at=clock.now(),
    )
    async with db.unit(owner, write=True) as s:
        await rows.add(s, owner, private)
    assert not await is_done(db, owner)

    async with db.unit(owner, write=True) as s:
        await insight.answer_waiting(s, owner, private.id, may_keep=True, at=clock.now())

    assert await is_done(db, owner) is ends


@pytest.mark.parametrize("is_private", [False, True])
async def test_a_message_ends_the_plan_unless_what_it_tells_waits(
    db: Db, clock: FrozenClock, *, is_private: bool
) -> None:
    owner = await planned(db, clock)
    candidate = MemoryCandidate.model_validate(
        {
            "kind": "fact",
            "content": DONE,
            "quote": SAID,
            "source": "stated",
            "importance": "high",
            "expires": "none",
            "sensitive": is_private,
            "supersedes": "none",
        }
    )
    said = Said(uuid4(), f"{SAID}.", clock.now().date(), SafetyLevel.NONE)

    async with db.unit(owner, write=True) as s:
        kept = await memory_writer.keep_from_message(s, owner, said, [candidate], at=clock.now())

    assert [row.content for row in kept] == [DONE]
    assert await is_done(db, owner) is not is_private
