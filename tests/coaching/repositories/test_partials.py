from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, update

from coaching.errors import Unavailable
from coaching.models import Turn
from coaching.repositories import turns
from coaching.repositories.db import Db
from coaching.repositories.partials import PartialWriter
from tests.support import factories
from tests.support.factories import MONDAY_MORNING


async def _running(db: Db) -> Turn:
    owner = await factories.person(db)
    return await factories.running_turn(db, owner, await factories.conversation(db, owner))


async def _partial(db: Db, turn: Turn) -> str:
    async with db.unit(turn.user_id) as s:
        return (await turns.require(s, turn.user_id, turn.id)).partial


async def test_texts_of_all_people_grow_with_one_flush(db: Db) -> None:
    writer, anna, ben = PartialWriter(db), await _running(db), await _running(db)
    for turn, text in ((anna, "I "), (ben, "Ünd"), (anna, "hear 🙂")):
        writer.add(turn.id, turn.fence, text)
    assert await writer.flush() == []
    writer.add(anna.id, anna.fence, " you")
    assert await writer.flush() == []
    assert await _partial(db, anna) == "I hear 🙂 you"
    assert await _partial(db, ben) == "Ünd"


async def test_a_turn_that_another_engine_took_over_is_reported_and_not_written(db: Db) -> None:
    writer, lost, mine = PartialWriter(db), await _running(db), await _running(db)
    async with db.system("test", write=True) as s:
        await s.exec(update(Turn).where(col(Turn.id) == lost.id).values(fence=lost.fence + 1))
    for turn in (lost, mine):
        writer.add(turn.id, turn.fence, "text")
    assert await writer.flush() == [(lost.id, lost.fence)]
    assert await _partial(db, lost) == ""
    assert await _partial(db, mine) == "text"


async def test_a_turn_that_ended_here_is_not_reported(db: Db) -> None:
    writer, turn = PartialWriter(db), await _running(db)
    writer.add(turn.id, turn.fence, "text")
    writer.drop(turn.id, turn.fence)
    async with db.unit(turn.user_id, write=True) as s:
        assert await turns.stop(s, turn.user_id, turn.id, turn.fence, now=MONDAY_MORNING)
    assert await writer.flush() == []


async def test_text_is_kept_when_the_database_was_away(db: Db) -> None:
    turn, away = await _running(db), Db("sqlite:////nowhere/at/all.db")
    writer = PartialWriter(away)
    writer.add(turn.id, turn.fence, "one ")
    with pytest.raises(Unavailable):
        await writer.flush()
    await away.close()
    writer._db = db
    writer.add(turn.id, turn.fence, "two")
    assert await writer.flush() == []
    assert await _partial(db, turn) == "one two"


async def test_a_silent_turn_keeps_its_lease(db: Db) -> None:
    writer, turn = PartialWriter(db), await _running(db)
    if not db.is_postgres:
        assert turn.lease_until is None, "one engine per file: the lock stands for all leases"
        return
    long_ago = MONDAY_MORNING - timedelta(days=1)
    async with db.system("test", write=True) as s:
        await s.exec(update(Turn).where(col(Turn.id) == turn.id).values(lease_until=long_ago))
    writer.add(turn.id, turn.fence)
    assert await writer.flush() == []
    async with db.unit(turn.user_id) as s:
        lease = (await turns.require(s, turn.user_id, turn.id)).lease_until
    assert lease is not None
    assert lease > long_ago
