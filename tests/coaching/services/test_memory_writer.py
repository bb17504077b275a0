from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.repositories import memories as rows
from coaching.services import clean_up, corrections, memories, memory_writer
from coaching.services.memory_writer import Said
from coaching.values.corrections import Withheld
from coaching.values.enums import Certainty, MemoryKind, MemoryState, SafetyLevel, Verdict
from coaching.values.observation import DoneCandidate, MemoryCandidate
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
        return await memory_writer.keep_from_message(s, owner, said, found, at=NOW)


async def states(db: Db, owner: UUID) -> dict[str, MemoryState]:
    async with db.unit(owner) as s:
        return {row.content: row.state for row in await rows.known(s, owner)}


OLD = memory("You get paid on the 25th", "I get paid on the 25th")
PRIVATE = memory("Gets paid on the 1st", "I get paid on the 1st", sensitive=True)
OFF_THE_BOOKS = memory(
    "Gets paid in cash, off the books",
    "I get paid in cash on the 1st, off the books",
    sensitive=True,
)
NEW = memory("You don't get paid on the 25th any more", "I don't get paid on the 25th")
SAID_NOW = "I don't get paid on the 25th now."


@pytest.mark.both_databases
async def test_ten_readings_at_once_keep_one(db: Db) -> None:
    owner = await factories.person(db)
    await asyncio.gather(*(tell(db, owner, "I get paid on the 25th.", OLD) for _ in range(10)))
    assert await states(db, owner) == {OLD.content: MemoryState.ACTIVE}


async def test_the_newer_takes_the_place_of_the_older_which_stays_as_history(db: Db) -> None:
    owner = await factories.person(db)
    (older,) = await tell(db, owner, "I get paid on the 25th.", OLD)
    (newer,) = await tell(db, owner, SAID_NOW, NEW)
    async with db.unit(owner) as s:
        assert (await memories.require(s, owner, older.id)).superseded_by == newer.id
        assert [row.id for row in await memories.active(s, owner, at=NOW)] == [newer.id]


async def test_one_that_waits_hides_the_older_and_replaces_it_with_the_yes(db: Db) -> None:
    owner = await factories.person(db)
    await tell(db, owner, "I get paid on the 25th.", OLD)
    private = memory(NEW.content, NEW.quote, sensitive=True)
    (waits,) = await tell(db, owner, SAID_NOW, private)
    before = await states(db, owner)
    assert before[OLD.content] is MemoryState.ACTIVE
    async with db.unit(owner) as s:
        assert await memories.active(s, owner, at=NOW) == []
        assert await memories.near(s, owner, SAID_NOW, at=NOW, limit=5) == []
        (old,) = await memories.active(s, owner, at=NOW, with_outdated=True)
    assert old.content == OLD.content
    async with db.unit(owner, write=True) as s:
        await memories.allow(s, owner, waits.id, at=NOW)
    after = await states(db, owner)
    assert after[OLD.content] is MemoryState.SUPERSEDED
    assert after[NEW.content] is MemoryState.ACTIVE


async def test_what_was_taken_back_is_not_believed_again(db: Db) -> None:
    owner = await factories.person(db)
    (kept,) = await tell(db, owner, "I get paid on the 25th.", OLD)
    async with db.unit(owner, write=True) as s:
        await memory_writer.take_back(s, owner, kept.id, at=NOW)
        (said,) = await corrections.binding(s, owner)
    assert said.verdict is Verdict.DELETED
    assert await tell(db, owner, "I get paid on the 25th, as ever.", OLD) == []
    assert await states(db, owner) == {}


async def test_a_no_is_a_correction_and_nobody_asks_again(db: Db) -> None:
    owner = await factories.person(db)
    (waits,) = await tell(db, owner, "I get paid on the 1st.", PRIVATE)
    async with db.unit(owner, write=True) as s:
        await memory_writer.take_back(s, owner, waits.id, at=NOW)
        (said,) = await corrections.binding(s, owner)
        row = await rows.row(s, owner, waits.id)
    assert (said.verdict, said.withheld) == (Verdict.DELETED, Withheld.DECLINED)
    assert row is not None
    assert (row.content, row.quote, row.fingerprint) == ("", "", waits.id.hex)
    assert await tell(db, owner, "I get paid on the 1st, as ever.", PRIVATE) == []


async def test_no_answer_is_a_no_but_it_may_be_asked_again(db: Db) -> None:
    owner = await factories.person(db)
    await tell(db, owner, "I get paid on the 1st.", PRIVATE)
    async with db.system("test", write=True) as s:
        await clean_up.forget(s, now=NOW + timedelta(days=8))
    async with db.unit(owner) as s:
        (said,) = await corrections.binding(s, owner)
    assert said.withheld is Withheld.UNANSWERED

    (again,) = await tell(db, owner, "I get paid on the 1st, as ever.", PRIVATE)
    async with db.unit(owner, write=True) as s:
        await memories.allow(s, owner, again.id, at=NOW)
        assert await corrections.binding(s, owner) == ()


@pytest.mark.both_databases
async def test_no_answer_lets_the_older_one_hold_again(db: Db) -> None:
    owner = await factories.person(db)
    await tell(db, owner, "I get paid on the 25th.", OLD)
    await tell(db, owner, SAID_NOW, memory(NEW.content, NEW.quote, sensitive=True))
    later = NOW + timedelta(days=8)

    async with db.system("test", write=True) as s:
        await clean_up.forget(s, now=later)

    async with db.unit(owner) as s:
        assert [row.content for row in await memories.active(s, owner, at=later)] == [OLD.content]


@pytest.mark.both_databases
async def test_no_answer_empties_the_one_in_whose_place_it_waited_too(db: Db) -> None:
    owner = await factories.person(db)
    (older,) = await tell(
        db, owner, "I get paid on the 25th.", memory(OLD.content, OLD.quote, sensitive=True)
    )
    await tell(db, owner, SAID_NOW, memory(NEW.content, NEW.quote, sensitive=True))
    assert (await states(db, owner))[OLD.content] is MemoryState.SUPERSEDED

    async with db.system("test", write=True) as s:
        await clean_up.forget(s, now=NOW + timedelta(days=8))

    async with db.unit(owner) as s:
        row = await rows.row(s, owner, older.id)
    assert row is not None
    assert (row.state, row.content, row.quote) == (MemoryState.GONE, "", "")


async def test_what_waits_is_not_kept_under_a_harmless_name(db: Db) -> None:
    owner = await factories.person(db)
    await tell(db, owner, "I get paid in cash on the 1st, off the books.", OFF_THE_BOOKS)
    harmless = memory("On the 1st there is cash off the books", "cash off the books")
    kept = await tell(db, owner, "It is cash off the books again on the 1st.", harmless)
    assert [row.state for row in kept if row.state is not MemoryState.WAITING] == []


async def test_a_plan_is_marked_as_done_once_and_what_happened_is_kept_beside_it(db: Db) -> None:
    owner = await factories.person(db)
    said = "I want to tell Dan the number on Saturday."
    plan = memory("You want to tell Dan the number on Saturday.", "tell Dan the number on Saturday")
    plan = plan.model_copy(update={"kind": MemoryKind.COMMITMENT})
    (kept,) = await tell(db, owner, said, plan)
    assert (kept.certainty, kept.due_on) == (Certainty.UNSURE, "2026-01-17")
    news = memory("You told Dan the number.", "I told him the number")
    news = news.model_copy(update={"kind": MemoryKind.LIFE_EVENT})
    finished = DoneCandidate(memory="m1", quote="I told him the number")
    told = Said(uuid4(), "I told him the number!", NOW.date(), SafetyLevel.NONE, offered=[kept.id])
    for days in (5, 6):
        at = NOW + timedelta(days=days)
        async with db.unit(owner, write=True) as s:
            await memory_writer.keep_from_message(
                s, owner, told, [news], finished=[finished], at=at
            )
    async with db.unit(owner) as s:
        held = {row.content: row for row in await memories.active(s, owner, at=NOW)}
    assert held.keys() == {plan.content, news.content}
    assert held[plan.content].done_at == NOW + timedelta(days=5)


async def test_a_plan_that_they_asked_to_have_remembered_gets_its_day_and_can_be_done(
    db: Db,
) -> None:
    owner = await factories.person(db)
    asked = "I'll call the bank on Friday"
    async with db.unit(owner, write=True) as s:
        kept, _ = await memory_writer.keep_at_once(s, owner, asked, message_id=uuid4(), at=NOW)
    plan = memory("You'll call the bank on Friday.", asked).model_copy(
        update={"kind": MemoryKind.COMMITMENT}
    )

    assert await tell(db, owner, f"Remember that {asked}.", plan) == []

    async with db.unit(owner) as s:
        (row,) = await memories.active(s, owner, at=NOW)
    assert (row.id, row.content, row.kind) == (kept.id, asked, MemoryKind.COMMITMENT)
    assert row.due_on == (NOW + timedelta(days=4)).date().isoformat()
