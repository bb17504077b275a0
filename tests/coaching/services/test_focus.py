from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import InvalidInput, NotFound
from coaching.repositories import focus_days
from coaching.services import cards, focus
from coaching.values.enums import SafetyLevel
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import RewireCard
    from coaching.repositories.db import Db
    from coaching.services.focus import FocusAnswer, FocusView


async def with_focus(db: Db, clock: FrozenClock, **person: Any) -> tuple[UUID, RewireCard]:
    owner = await factories.person(db, **person)
    card = await factories.card(db, owner)
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, at=clock.now())
    return owner, card


async def say(
    db: Db, owner: UUID, clock: FrozenClock, verb: str, reflection: str | None = None
) -> FocusAnswer:
    answer: Callable[..., Awaitable[FocusAnswer]] = getattr(focus, verb)
    async with db.unit(owner, write=True) as s:
        return await answer(s, owner, at=clock.now(), reflection=reflection)


async def view(db: Db, owner: UUID, clock: FrozenClock) -> FocusView:
    async with db.unit(owner) as s:
        found = await focus.current(s, owner, at=clock.now())
    assert found is not None
    return found


async def test_without_a_focus_card_there_is_nothing_to_answer(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    async with db.unit(owner) as s:
        assert await focus.current(s, owner, at=clock.now()) is None
    with pytest.raises(NotFound):
        await say(db, owner, clock, "complete")


async def test_in_the_quiet_days_after_a_crisis_there_is_none(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)
    said = await say(db, owner, clock, "skip", "I want to kill myself")
    assert said.safety.level is SafetyLevel.CRISIS
    for hours, is_there in ((0, False), (48, False), (1, True)):
        clock.move(timedelta(hours=hours))
        async with db.unit(owner) as s:
            assert (await focus.current(s, owner, at=clock.now()) is not None) is is_there


async def test_did_it_counts_once_a_day(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)

    await say(db, owner, clock, "complete", "It took a breath.")
    await say(db, owner, clock, "complete")
    clock.move(timedelta(days=1))
    await say(db, owner, clock, "complete")

    found = await view(db, owner, clock)
    assert found.card.times_completed == 2
    assert found.card.last_completed_at == clock.now()


@pytest.mark.both_databases
async def test_ten_taps_at_once_count_once(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)

    await asyncio.gather(*(say(db, owner, clock, "complete") for _ in range(10)))

    assert (await view(db, owner, clock)).card.times_completed == 1


@pytest.mark.both_databases
async def test_did_it_and_not_today_at_once_leave_one_answer(db: Db, clock: FrozenClock) -> None:
    owner, card = await with_focus(db, clock)

    await asyncio.gather(say(db, owner, clock, "complete"), say(db, owner, clock, "skip"))

    found = await view(db, owner, clock)
    assert found.today is not None
    assert found.card.times_completed == int(found.today.completed)
    async with db.unit(owner) as s:
        assert len(await focus_days.since(s, owner, clock.now().date())) == 1
    assert found.card.id == card.id


async def test_not_today_takes_back_today_and_nothing_else(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)
    await say(db, owner, clock, "complete")
    yesterday = clock.now()
    clock.move(timedelta(days=1))

    await say(db, owner, clock, "complete")
    await say(db, owner, clock, "skip")

    found = await view(db, owner, clock)
    assert found.card.times_completed == 1
    assert found.card.last_completed_at == yesterday


async def test_a_later_answer_keeps_the_reflection(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)

    await say(db, owner, clock, "skip", "The post was not in yet.")
    answer = await say(db, owner, clock, "complete")

    assert (answer.completed, answer.reflection) == (True, "The post was not in yet.")


@pytest.mark.both_databases
async def test_a_day_is_the_person_s_own(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock, time_zone="Pacific/Auckland")

    first = await say(db, owner, clock, "complete")  # 22:00 there
    clock.move(timedelta(hours=3))
    second = await say(db, owner, clock, "complete")

    assert (second.day - first.day).days == 1
    assert (await view(db, owner, clock)).card.times_completed == 2


async def test_skips_of_a_week_are_seen(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)
    for _ in range(8):
        await say(db, owner, clock, "skip")
        clock.move(timedelta(days=1))

    # The last skip was yesterday: six of the eight lie in today and the six days before.
    assert (await view(db, owner, clock)).skips_last_week == 6


async def test_a_reflection_that_cannot_be_kept_changes_nothing(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)

    with pytest.raises(InvalidInput):
        await say(db, owner, clock, "complete", "x" * (focus.REFLECTION_MAX + 1))

    found = await view(db, owner, clock)
    assert (found.today, found.card.times_completed) == (None, 0)


async def test_a_serious_reflection_is_kept_and_brings_help(db: Db, clock: FrozenClock) -> None:
    owner, _ = await with_focus(db, clock)

    answer = await say(db, owner, clock, "skip", "I want to kill myself.")

    assert answer.safety.level is SafetyLevel.CRISIS
    assert answer.reflection == "I want to kill myself."
