from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents.context_loaders import load_manner, load_person
from coaching.repositories import conversations, profiles
from coaching.safety import Heard
from coaching.services import safety_events, signals
from coaching.values.enums import Depth, SafetyLevel
from coaching.values.observation import Signal
from coaching.values.safety import SafetyVerdict
from tests.support import cast, factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.agents.context_loaders import Person
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

DIRECT = 8.0


async def direct(db: Db, **more: Any) -> UUID:
    return await factories.person(db, tone=DIRECT, **more)


async def note(
    db: Db, owner: UUID, clock: FrozenClock, level: SafetyLevel, category: str = "suicidality"
) -> None:
    async with db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        verdict = SafetyVerdict(level, category)
        await safety_events.note(s, person, verdict, at=clock.now())


async def person(db: Db, owner: UUID, clock: FrozenClock, session_number: int = 1) -> Person:
    async with db.unit(owner) as s:
        return await load_person(s, owner, session_number=session_number, at=clock.now())


async def test_without_a_danger_the_tone_is_theirs(db: Db, clock: FrozenClock) -> None:
    owner = await direct(db)

    found = await person(db, owner, clock)

    assert (found.view.tone, found.view.tone_stored) == (DIRECT, DIRECT)
    assert not found.manner.care.is_quiet


@pytest.mark.parametrize("level", [SafetyLevel.CONCERN, SafetyLevel.CRISIS])
async def test_a_danger_softens_its_session_and_the_next_one(
    db: Db, clock: FrozenClock, level: SafetyLevel
) -> None:
    owner = await direct(db)
    tones = []
    for number in (1, 2, 3):
        await factories.conversation(db, owner, at=clock.now())
        if number == 1:
            await note(db, owner, clock, level)
        clock.move(timedelta(hours=1))
        tones.append((await person(db, owner, clock, number)).view.tone)
        clock.move(timedelta(days=3))

    assert tones == [4.0, 4.0, DIRECT]
    assert (await person(db, owner, clock, 3)).view.tone_stored == DIRECT


@pytest.mark.parametrize(
    ("level", "hours", "quiet"),
    [
        (SafetyLevel.CRISIS, 47.99, True),
        (SafetyLevel.CRISIS, 48.01, False),
        (SafetyLevel.CRISIS, 13 * 24, False),
        (SafetyLevel.CONCERN, 1, False),
    ],
)
async def test_after_a_crisis_nothing_is_offered_for_two_days(
    db: Db, clock: FrozenClock, level: SafetyLevel, hours: float, quiet: bool
) -> None:
    owner = await direct(db)
    await note(db, owner, clock, level)
    clock.move(timedelta(hours=hours))

    assert (await person(db, owner, clock)).manner.care.is_quiet is quiet


@pytest.mark.parametrize(
    ("category", "asks"), [("suicidality", True), ("fraud", False), ("acute_debt", False)]
)
async def test_the_session_after_a_danger_to_their_life_begins_with_it(
    db: Db, clock: FrozenClock, category: str, asks: bool
) -> None:
    owner = await direct(db)
    session = await factories.conversation(db, owner, at=clock.now())
    await note(db, owner, clock, SafetyLevel.CRISIS, category)
    async with db.unit(owner, write=True) as s:
        stored = await conversations.require(s, owner, session.id)
        stored.last_message_at = clock.now()
    now = await person(db, owner, clock, 1)
    clock.move(timedelta(days=4))

    assert not now.manner.care.after_crisis
    assert (await person(db, owner, clock, 2)).manner.care.after_crisis is asks
    assert not (await person(db, owner, clock, 2)).manner.care.is_quiet


@pytest.mark.parametrize("level", [SafetyLevel.CONCERN, SafetyLevel.CRISIS])
async def test_a_danger_counts_for_the_very_message_that_holds_it(
    db: Db, clock: FrozenClock, level: SafetyLevel
) -> None:
    owner = await direct(db)
    heard = Heard(verdict=SafetyVerdict(level, "suicidality"))
    async with db.unit(owner) as s:
        found = await load_manner(s, owner, session_number=1, at=clock.now(), heard=heard)

    assert found.tone == 4.0
    assert found.care.is_quiet is (level is SafetyLevel.CRISIS)


async def test_after_a_danger_it_goes_no_deeper_than_balanced(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.SAVER)
    await factories.conversation(db, owner, at=clock.now())
    await note(db, owner, clock, SafetyLevel.CONCERN)

    assert (await person(db, owner, clock, 2)).view.depth is Depth.BALANCED


async def test_the_first_session_is_not_deep(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.SAVER)

    assert (await person(db, owner, clock, 1)).view.depth is Depth.BALANCED
    assert (await person(db, owner, clock, 2)).view.depth is Depth.DEEP


async def test_bad_news_in_the_session_before_is_no_danger(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.SAVER)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    seen = Signal(
        signal_type="topic_shift",
        content="lost the job that the plan rests on",
        quote="",
        confidence=0.9,
        urgency_flag=True,
    )
    async with db.unit(owner, write=True) as s:
        await signals.store_for_turn(s, turn, [seen], source="claude", at=clock.now())

    found = await person(db, owner, clock, 2)

    assert found.view.depth is Depth.DEEP
    assert not found.manner.care.last_session_danger


@pytest.mark.parametrize(
    ("level", "is_danger"), [(SafetyLevel.CRISIS, True), (SafetyLevel.CONCERN, False)]
)
async def test_a_crisis_in_the_session_before_is_a_danger(
    db: Db, clock: FrozenClock, level: SafetyLevel, is_danger: bool
) -> None:
    owner = await cast.join(db, cast.SAVER)
    await factories.conversation(db, owner, at=clock.now())
    await note(db, owner, clock, level)

    found = await person(db, owner, clock, 2)

    assert found.manner.care.last_session_danger is is_danger
    assert found.view.depth is Depth.BALANCED
