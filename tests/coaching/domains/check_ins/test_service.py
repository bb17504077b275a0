from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import REPLY, Details
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.models import Job
from coaching.repositories.briefings import latest
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.values.check_ins import (
    MOST_A_DAY,
    MOST_REPLIES_A_DAY,
    CheckInAbout,
    Mood,
    ReplyStatus,
)
from coaching.values.enums import SafetyLevel, Trigger
from tests.support import factories, strategy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.check_ins.models import CheckIn
    from coaching.repositories.db import Db
    from coaching.services.safety_events import Kept

LETTERS = Details("Two letters came and I put them under the bowl.", CheckInAbout.POST)


async def kept(
    db: Db, owner: UUID, clock: FrozenClock, mood: Mood = Mood.HEAVY, details: Details = LETTERS
) -> Kept[CheckIn]:
    clock.move(timedelta(seconds=1))
    async with db.unit(owner, write=True) as s:
        return await check_ins.add(s, owner, mood, at=clock.now(), details=details)


async def replies_asked_for(db: Db, owner: UUID) -> Sequence[Job]:
    async with db.unit(owner) as s:
        return (await s.exec(select(Job).where(Job.user_id == owner, Job.kind == REPLY))).all()


async def test_one_tap_is_a_check_in_and_asks_for_no_reply(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    row = (await kept(db, owner, clock, Mood.LIGHT, Details())).row

    assert (row.mood, row.content, row.status) == (Mood.LIGHT, "", ReplyStatus.NONE)
    assert not await replies_asked_for(db, owner)


@pytest.mark.both_databases
async def test_words_ask_for_a_reply_once_and_new_words_for_another(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    row = (await kept(db, owner, clock)).row
    assert row.status is ReplyStatus.PENDING
    async with db.unit(owner, write=True) as s:
        await check_ins.replied(
            s, owner, row.id, "Under the bowl, then.", to=LETTERS.content or "", agent="coach"
        )
        same = await check_ins.edit(s, owner, row.id, at=clock.now(), mood=Mood.TENSE)
        assert (same.row.status, same.row.ai_response) == (
            ReplyStatus.DONE,
            "Under the bowl, then.",
        )
    clock.move(timedelta(minutes=1))

    async with db.unit(owner, write=True) as s:
        more = Details("Two letters came. I opened one.")
        changed = (await check_ins.edit(s, owner, row.id, at=clock.now(), details=more)).row

    assert (changed.status, changed.ai_response) == (ReplyStatus.PENDING, "")
    assert changed.about is CheckInAbout.POST
    assert len(await replies_asked_for(db, owner)) == 2


async def test_danger_is_heard_kept_and_not_answered_by_a_model(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    found = await kept(db, owner, clock, details=Details("I want to kill myself tonight."))

    assert found.safety.level is SafetyLevel.CRISIS
    assert found.row.status is ReplyStatus.NONE
    assert not await replies_asked_for(db, owner)
    async with db.unit(owner) as s:
        assert await check_ins.told_since(s, owner, clock.now() - timedelta(days=1)) == ()


async def test_agents_read_what_was_new_oldest_first_with_its_goal(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await kept(db, owner, clock)
    before = clock.now()
    await kept(db, owner, clock, Mood.MIXED, Details())
    await kept(db, owner, clock, Mood.STEADY, Details("Rang them."))

    async with db.unit(owner) as s:
        told = await check_ins.told_since(s, owner, before)

    assert [(one.mood, one.content) for one in told] == [("mixed", ""), ("steady", "Rang them.")]


@pytest.mark.both_databases
async def test_a_deleted_check_in_takes_along_what_a_briefing_quotes_of_it(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    row = (await kept(db, owner, clock)).row
    told = f"{strategy.briefing_content()} They wrote: “{LETTERS.content}”"
    run = Run(Trigger.SESSION_END, "session_end:1", "offline")
    async with db.unit(owner, write=True) as s:
        output = strategy.output(briefing_content=told)
        await briefings.store(s, owner, output, run, at=clock.now())
        gone = await check_ins.delete(s, owner, row.id, at=clock.now())
        after = await latest(s, owner)
        assert after is not None
        assert "under the bowl" not in after.briefing_content
        await check_ins.restore(s, owner, row.id, gone, at=clock.now())
        assert after.briefing_content == told


@pytest.mark.both_databases
async def test_a_deleted_check_in_comes_back_as_it_was(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = (await kept(db, owner, clock)).row
    async with db.unit(owner, write=True) as s:
        gone = await check_ins.delete(s, owner, row.id, at=clock.now())
        assert await check_ins.newest(s, owner) is None
    async with db.unit(owner, write=True) as s:
        for _ in range(2):
            await check_ins.restore(s, owner, row.id, gone, at=clock.now())
        page = await check_ins.page(s, owner)

    assert [(one.id, one.content, one.mood) for one in page.items] == [
        (row.id, LETTERS.content, Mood.HEAVY)
    ]


@pytest.mark.both_databases
async def test_the_list_is_newest_first_and_goes_on(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for mood in (Mood.HEAVY, Mood.TENSE, Mood.LIGHT):
        await kept(db, owner, clock, mood, Details())
    async with db.unit(owner) as s:
        first = await check_ins.page(s, owner, limit=2)
        rest = await check_ins.page(s, owner, before=first.next, limit=2)

    assert [row.mood for row in (*first.items, *rest.items)] == ["light", "tense", "heavy"]
    assert rest.next is None


async def test_a_day_has_room_for_many_taps_and_a_few_replies(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for _ in range(MOST_A_DAY):
        await kept(db, owner, clock)
    assert len(await replies_asked_for(db, owner)) == MOST_REPLIES_A_DAY
    with pytest.raises(TooMany):
        await kept(db, owner, clock)
    clock.move(timedelta(days=1))
    assert (await kept(db, owner, clock)).row.status is ReplyStatus.PENDING


@pytest.mark.both_databases
async def test_what_does_not_fit_or_belongs_to_somebody_else_is_refused(
    db: Db, clock: FrozenClock
) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    row = (await kept(db, anna, clock)).row
    with pytest.raises(InvalidInput):
        await kept(db, anna, clock, details=Details("x" * 501))
    async with db.unit(ben, write=True) as s:
        with pytest.raises(NotFound):
            await check_ins.delete(s, ben, row.id, at=clock.now())
        with pytest.raises(NotFound):
            await check_ins.require(s, ben, row.id)
    with pytest.raises(NotFound):
        await kept(db, ben, clock, details=Details("", CheckInAbout.GOAL, row.id))
