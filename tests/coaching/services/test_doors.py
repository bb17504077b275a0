from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.errors import NotFound
from coaching.models import SafetyEvent
from coaching.repositories import safety_events
from coaching.services import briefings, doors, insight, sessions
from coaching.services.briefings import Run
from coaching.values.enums import SafetyLevel, Trigger
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import CoachingBriefing
    from coaching.repositories.db import Db
    from coaching.services.doors import Offered

GAP = timedelta(hours=12)
TITLES = ("The second before", "Sunday evening", "The call", "Nothing in particular")


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


async def written(
    db: Db, owner: UUID, clock: FrozenClock, *, titles: tuple[str, ...] = TITLES, model: str = "m"
) -> CoachingBriefing:
    run = strategy.output(doors=[strategy.DOOR | {"title": title} for title in titles])
    made = Run(Trigger.SESSION_END, f"session_end:{uuid4()}", model)
    async with db.unit(owner, write=True) as s:
        return await briefings.store(s, owner, run, made, at=clock.now())


async def offered(db: Db, owner: UUID, clock: FrozenClock) -> list[Offered]:
    async with db.unit(owner) as s:
        return await doors.offered(s, owner, at=clock.now(), gap=GAP)


async def test_the_newest_briefing_holds_the_doors(db: Db, owner: UUID, clock: FrozenClock) -> None:
    assert await offered(db, owner, clock) == []
    await written(db, owner, clock, titles=("Old", "Older", "Oldest", "Oldest of all"))
    await written(db, owner, clock)
    found = await offered(db, owner, clock)
    assert tuple(door.title for door in found) == TITLES[:3]
    assert found[0].why_now == "You named it last time."
    assert found[0].length == "quick"


async def test_a_scrap_of_a_quotation_is_no_door(db: Db, owner: UUID, clock: FrozenClock) -> None:
    whole = "“he nodded and said nothing”"
    await written(db, owner, clock, titles=("“he nodded”", whole, "The drawer", "A plan"))
    titles = [door.title for door in await offered(db, owner, clock)]
    assert titles == [whole, "The drawer", "A plan"]


async def test_while_a_session_runs_there_is_no_door_to_the_next_one(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    await written(db, owner, clock)
    await factories.conversation(db, owner, at=clock.now())
    assert await offered(db, owner, clock) == []
    clock.move(GAP + timedelta(seconds=1))
    assert len(await offered(db, owner, clock)) == 3


async def test_for_two_days_after_a_crisis_nothing_is_offered(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    await written(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        event = SafetyEvent(
            user_id=owner,
            level=SafetyLevel.CRISIS,
            category="suicide",
            source="chat",
            created_at=clock.now(),
        )
        await safety_events.add(s, owner, event)
    assert await offered(db, owner, clock) == []
    clock.move(timedelta(hours=48, seconds=1))
    assert len(await offered(db, owner, clock)) == 3


async def test_a_door_that_was_shown_still_opens_when_a_newer_briefing_is_there(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    old = await written(db, owner, clock)
    await written(db, owner, clock, titles=("a", "b", "c", "d"))
    async with db.unit(owner) as s:
        found = await doors.require(s, owner, f"{old.id}:1")
    assert (found.door.title, found.source) == ("Sunday evening", "claude")


async def test_a_door_says_whether_rules_wrote_its_line(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    row = await written(db, owner, clock, model="offline")
    async with db.unit(owner) as s:
        assert (await doors.require(s, owner, f"{row.id}:0")).source == "offline"


@pytest.mark.parametrize("door", ["", ":", "x:1", "{id}", "{id}:", "{id}:9", "{id}:-1", "{id}:10"])
async def test_what_is_no_door_is_not_found(sqlite_db: Db, clock: FrozenClock, door: str) -> None:
    owner = await factories.person(sqlite_db)
    row = await written(sqlite_db, owner, clock)
    async with sqlite_db.unit(owner) as s:
        with pytest.raises(NotFound):
            await doors.require(s, owner, door.replace("{id}", str(row.id)))


@pytest.mark.both_databases
async def test_somebody_elses_door_stays_shut(db: Db, owner: UUID, clock: FrozenClock) -> None:
    row = await written(db, owner, clock)
    stranger = await factories.person(db)
    async with db.unit(stranger) as s:
        with pytest.raises(NotFound):
            await doors.require(s, stranger, f"{row.id}:0")


async def test_doors_from_before_the_last_session_are_not_offered(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    await written(db, owner, clock)
    clock.move(timedelta(days=2))
    session = await factories.conversation(db, owner, at=clock.now())
    await factories.exchange(db, owner, session, "I told him.", at=clock.now())
    async with db.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=clock.now())
        assert await insight.home_sentence(s, owner) == ""
    assert await offered(db, owner, clock) == []

    clock.move(timedelta(minutes=1))
    await written(db, owner, clock)
    assert await offered(db, owner, clock) != []
