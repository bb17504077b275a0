from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.repositories import memories as rows
from coaching.services import corrections, memories, remembering
from coaching.services.remembering import Said
from coaching.values.enums import MemoryState, SafetyLevel, Verdict
from coaching.values.observation import MemoryCandidate
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import CoachMemory
    from coaching.repositories.db import Db


def memory(content: str, quote: str, *, sensitive: bool = False) -> MemoryCandidate:
    return MemoryCandidate.model_validate(
        {
            "kind": "fact",
            "content": content,
            "quote": quote,
            "source": "stated",
            "importance": "high",
            "expires": "none",
            "sensitive": sensitive,
            "supersedes": "none",
        }
    )


async def tell(db: Db, owner: UUID, text: str, *found: MemoryCandidate) -> list[CoachMemory]:
    said = Said(uuid4(), text, NOW.date(), SafetyLevel.NONE)
    async with db.unit(owner, write=True) as s:
        return await remembering.keep_from_message(s, owner, said, found, at=NOW)


async def states(db: Db, owner: UUID) -> dict[str, MemoryState]:
    async with db.unit(owner) as s:
        return {row.content: row.state for row in await rows.known(s, owner)}


OLD = memory("Gets paid on the 25th", "I get paid on the 25th")
NEW = memory("Gets paid on the 1st", "I get paid on the 1st")


async def test_ten_readings_at_once_keep_one(db: Db) -> None:
    owner = await factories.person(db)
    await asyncio.gather(*(tell(db, owner, "I get paid on the 25th.", OLD) for _ in range(10)))
    assert await states(db, owner) == {"Gets paid on the 25th": MemoryState.ACTIVE}


async def test_the_newer_takes_the_place_of_the_older_which_stays_as_history(db: Db) -> None:
    owner = await factories.person(db)
    (older,) = await tell(db, owner, "I get paid on the 25th.", OLD)
    (newer,) = await tell(db, owner, "I get paid on the 1st.", NEW)
    async with db.unit(owner) as s:
        assert (await memories.require(s, owner, older.id)).superseded_by == newer.id
        assert [row.id for row in await memories.active(s, owner, at=NOW)] == [newer.id]


async def test_one_that_waits_replaces_nothing_before_the_yes(db: Db) -> None:
    owner = await factories.person(db)
    await tell(db, owner, "I get paid on the 25th.", OLD)
    private = memory("Gets paid on the 1st", "I get paid on the 1st", sensitive=True)
    (waits,) = await tell(db, owner, "I get paid on the 1st.", private)
    before = await states(db, owner)
    assert before["Gets paid on the 25th"] is MemoryState.ACTIVE
    async with db.unit(owner, write=True) as s:
        await memories.allow(s, owner, waits.id, at=NOW)
    after = await states(db, owner)
    assert after["Gets paid on the 25th"] is MemoryState.SUPERSEDED
    assert after["Gets paid on the 1st"] is MemoryState.ACTIVE


async def test_what_was_taken_back_is_not_believed_again(db: Db) -> None:
    owner = await factories.person(db)
    (kept,) = await tell(db, owner, "I get paid on the 25th.", OLD)
    async with db.unit(owner, write=True) as s:
        await remembering.take_back(s, owner, kept.id, at=NOW)
        (said,) = await corrections.binding(s, owner)
    assert said.verdict is Verdict.DELETED
    assert await tell(db, owner, "I get paid on the 25th, as ever.", OLD) == []
    assert await states(db, owner) == {}


async def test_what_only_waited_leaves_no_trace_of_its_words(db: Db) -> None:
    owner = await factories.person(db)
    private = memory("Gets paid on the 1st", "I get paid on the 1st", sensitive=True)
    (waits,) = await tell(db, owner, "I get paid on the 1st.", private)
    async with db.unit(owner, write=True) as s:
        await remembering.take_back(s, owner, waits.id, at=NOW)
        assert await corrections.binding(s, owner) == ()
        row = await rows.row(s, owner, waits.id)
    assert row is not None
    assert (row.content, row.quote, row.fingerprint) == ("", "", waits.id.hex)
