from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.agents.views import memory_view
from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.models import CoachMemory
from coaching.repositories import memories as rows
from coaching.services import clean_up, memories, memory_writer
from coaching.values.enums import Importance, MemoryKind, MemorySource, MemoryState, SafetyLevel
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

WEEK = timedelta(days=7)


async def kept(db: Db, owner: UUID, content: str = "Dee rings on payday", **more: Any) -> UUID:
    waits = more.get("state") is MemoryState.WAITING
    row = CoachMemory(
        user_id=owner,
        content=content,
        quote=more.pop("quote", content),
        message_id=uuid4(),
        active=more.get("state", MemoryState.ACTIVE) is MemoryState.ACTIVE,
        waits_until=NOW + WEEK if waits else None,
        created_at=NOW,
        updated_at=NOW,
        **more,
    )
    async with db.unit(owner, write=True) as s:
        return (await rows.add(s, owner, row)).id


async def contents(db: Db, owner: UUID) -> list[str]:
    async with db.unit(owner) as s:
        return [memory.content for memory in await memories.active(s, owner, at=NOW)]


async def row_of(db: Db, owner: UUID, memory_id: UUID) -> CoachMemory:
    async with db.unit(owner) as s:
        row = await rows.row(s, owner, memory_id)
    assert row is not None
    return row


async def test_thirty_are_given_and_what_is_near_to_the_focus_card_comes_early(db: Db) -> None:
    owner = await factories.person(db)
    await factories.card(db, owner, "Unopened letters", is_focus=True)
    for number in range(35):
        await kept(db, owner, f"number {number}")
    await kept(db, owner, "Unopened letters lie in the drawer")
    await kept(db, owner, "Pinned", is_pinned=True, importance=Importance.LOW)
    found = await contents(db, owner)
    assert (len(found), found[:2]) == (30, ["Pinned", "Unopened letters lie in the drawer"])


async def test_a_sensitive_one_counts_only_after_a_yes(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner, state=MemoryState.WAITING, is_sensitive=True)
    assert await contents(db, owner) == []
    async with db.unit(owner) as s:
        assert [memory.id for memory in await memories.waiting(s, owner, at=NOW)] == [memory_id]
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            await memories.allow(s, owner, memory_id, at=NOW)
    assert await contents(db, owner) == ["Dee rings on payday"]
    async with db.unit(owner) as s:
        assert await memories.waiting(s, owner, at=NOW) == []


@pytest.mark.both_databases
async def test_a_no_takes_the_words_away_and_may_be_said_twice(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner, state=MemoryState.WAITING)
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            await memory_writer.decline(s, owner, memory_id, at=NOW)
    row = await row_of(db, owner, memory_id)
    assert (row.state, row.content, row.quote, row.active) == (MemoryState.GONE, "", "", False)
    with pytest.raises(NotFound):
        async with db.unit(owner, write=True) as s:
            await memories.allow(s, owner, memory_id, at=NOW)


async def test_without_an_answer_it_is_gone_after_some_days(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner, state=MemoryState.WAITING)
    for days, state in ((6, MemoryState.WAITING), (7, MemoryState.GONE), (8, MemoryState.GONE)):
        async with db.system("test", write=True) as s:
            await clean_up.forget(s, now=NOW + timedelta(days=days))
        assert (await row_of(db, owner, memory_id)).state is state
    assert (await row_of(db, owner, memory_id)).content == ""


async def test_what_is_over_rests_and_cannot_be_allowed(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner, expires_at=NOW + WEEK)
    for _ in range(2):
        async with db.system("test", write=True) as s:
            await clean_up.forget(s, now=NOW + WEEK)
    assert (await row_of(db, owner, memory_id)).state is MemoryState.EXPIRED
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await memories.allow(s, owner, memory_id, at=NOW)


@pytest.mark.both_databases
async def test_forgetting_takes_what_it_replaced_along(db: Db) -> None:
    owner = await factories.person(db)
    newer = await kept(db, owner, "Works at the bakery")
    older = await kept(db, owner, "Works at the bank", state=MemoryState.SUPERSEDED)
    async with db.unit(owner, write=True) as s:
        (await memories.require(s, owner, older)).superseded_by = newer
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            await memories.forget(s, owner, newer, at=NOW)
    assert [(await row_of(db, owner, each)).content for each in (newer, older)] == ["", ""]


async def test_said_differently_it_keeps_the_words_that_it_came_from(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner)
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            await memories.rewrite(s, owner, memory_id, " Dee calls when  I am paid ", at=NOW)
    row = await row_of(db, owner, memory_id)
    assert (row.content, row.quote) == ("Dee calls when I am paid", "Dee rings on payday")
    assert row.source is MemorySource.WRITTEN


async def test_the_person_s_own_is_kept_once_and_screened(db: Db) -> None:
    owner = await factories.person(db)
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            own = await memories.add(s, owner, "Paid on the 25th", at=NOW, kind=MemoryKind.FACT)
            assert own.safety.level is SafetyLevel.NONE
    assert await contents(db, owner) == ["Paid on the 25th"]
    with pytest.raises(InvalidInput):
        async with db.unit(owner, write=True) as s:
            await memories.add(s, owner, "My card is 4111 1111 1111 1111", at=NOW)


@pytest.mark.both_databases
async def test_words_of_a_crisis_feed_nobody(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner)
    async with db.unit(owner, write=True) as s:
        said = await memories.add(s, owner, "I want to kill myself", at=NOW)
        changed = await memories.rewrite(s, owner, memory_id, "I want to end my life", at=NOW)
    assert (said.safety.level, changed.safety.level) == (SafetyLevel.CRISIS, SafetyLevel.CRISIS)
    assert await contents(db, owner) == []


async def test_what_waits_is_not_asked_in_the_quiet_days_and_has_its_week_after_them(
    db: Db,
) -> None:
    owner, quiet = await factories.person(db), timedelta(hours=48)
    before = await kept(db, owner, "Sees a doctor", state=MemoryState.WAITING)
    later = NOW + timedelta(days=5)
    async with db.unit(owner, write=True) as s:
        said = await memories.add(s, owner, "I want to kill myself", at=later)
    for at, waits in (
        (later, 0),
        (later + quiet - timedelta(minutes=1), 0),
        (later + 2 * quiet, 2),
    ):
        async with db.unit(owner) as s:
            assert len(await memories.waiting(s, owner, at=at)) == waits
    for at, state in (
        (later + quiet + WEEK - timedelta(minutes=1), MemoryState.WAITING),
        (later + quiet + WEEK, MemoryState.GONE),
    ):
        async with db.system("test", write=True) as s:
            await clean_up.forget(s, now=at)
        for memory_id in (before, said.row.id):
            assert (await row_of(db, owner, memory_id)).state is state


async def test_pinned_and_unpinned(db: Db) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner)
    for is_pinned in (True, True, False):
        async with db.unit(owner, write=True) as s:
            await memories.pin(s, owner, memory_id, is_pinned=is_pinned, at=NOW)
        assert (await row_of(db, owner, memory_id)).is_pinned is is_pinned


@pytest.mark.both_databases
async def test_nobody_reaches_somebody_else_s(db: Db) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    memory_id = await kept(db, owner)
    async with db.unit(other, write=True) as s:
        for act in (memories.allow, memory_writer.decline, memories.forget):
            with pytest.raises(NotFound):
                await act(s, other, memory_id, at=NOW)
        with pytest.raises(NotFound):
            await memories.rewrite(s, other, memory_id, "mine", at=NOW)
        with pytest.raises(NotFound):
            await memories.pin(s, other, memory_id, is_pinned=True, at=NOW)
    assert await contents(db, owner) == ["Dee rings on payday"]


@pytest.mark.parametrize("state", [MemoryState.ACTIVE, MemoryState.EXPIRED])
async def test_a_plan_that_was_done_keeps_its_first_day_and_lives_on(
    db: Db, state: MemoryState
) -> None:
    owner = await factories.person(db)
    plan = await kept(
        db, owner, kind=MemoryKind.COMMITMENT, due_on="2026-01-10", expires_at=NOW, state=state
    )
    for at in (NOW, NOW + WEEK):
        async with db.unit(owner, write=True) as s:
            await memories.mark_done(s, owner, plan, at=at)
    row = await row_of(db, owner, plan)
    assert (row.done_at, row.state, row.active) == (NOW, MemoryState.ACTIVE, True)
    async with db.unit(owner) as s:
        (found,) = await memories.active(s, owner, at=NOW + 4 * WEEK)
    assert memory_view(found).done_on == NOW.date()


async def test_a_memory_has_the_day_where_the_person_is(db: Db) -> None:
    owner = await factories.person(db)
    row = await row_of(db, owner, await kept(db, owner))
    row.created_at = datetime(2026, 1, 12, 20, tzinfo=UTC)

    days = [memory_view(row, zone).created_at.day for zone in ("UTC", "Pacific/Auckland")]

    assert days == [12, 13]


@pytest.mark.parametrize(
    "more",
    [{"kind": MemoryKind.FACT}, {"state": MemoryState.SUPERSEDED}],
)
async def test_only_a_plan_that_holds_can_be_done(db: Db, more: dict[str, Any]) -> None:
    owner = await factories.person(db)
    memory_id = await kept(db, owner, **{"kind": MemoryKind.COMMITMENT, **more})
    with pytest.raises((Conflict, NotFound)):
        async with db.unit(owner, write=True) as s:
            await memories.mark_done(s, owner, memory_id, at=NOW)
