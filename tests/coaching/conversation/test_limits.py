from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.conversation import limits
from coaching.conversation.limits import BurstLimit
from coaching.errors import RateLimited

if TYPE_CHECKING:
    from coaching.clock import FrozenClock

OWNER = uuid4()


def test_the_next_message_in_a_full_minute_waits_until_the_first_is_a_minute_old(
    clock: FrozenClock,
) -> None:
    burst = BurstLimit(3, clock)
    for _ in range(3):
        burst.take(OWNER)
        clock.move(timedelta(seconds=10))
    with pytest.raises(RateLimited) as refused:
        burst.take(OWNER)
    assert (refused.value.reason, refused.value.retry_after) == ("burst", 30)
    clock.move(timedelta(seconds=30))
    burst.take(OWNER)


def test_a_refused_message_does_not_count(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    burst.take(OWNER)
    clock.move(timedelta(seconds=59))
    with pytest.raises(RateLimited):
        burst.take(OWNER)
    clock.move(timedelta(seconds=1))
    burst.take(OWNER)


def test_people_do_not_share_a_limit(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    burst.take(OWNER)
    burst.take(uuid4())


def test_a_clock_that_was_set_back_locks_nobody_out(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    burst.take(OWNER)
    clock.move(timedelta(hours=-2))
    burst.take(OWNER)


def test_people_who_left_are_forgotten(clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MANY", 10)
    burst = BurstLimit(1, clock)
    for _ in range(25):
        burst.take(uuid4())
        clock.move(timedelta(minutes=1))
    assert len(burst._taken) <= 10


async def test_a_slot_that_was_not_used_is_free_again(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    slot = await burst.reserve(OWNER)
    await burst.give_back(slot)
    burst.take(OWNER)


async def test_a_used_slot_stays_counted(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    slot = await burst.reserve(OWNER)
    slot.use()
    await burst.give_back(slot)
    with pytest.raises(RateLimited):
        (await burst.reserve(OWNER)).use()


async def test_a_message_that_does_not_count_passes_a_full_minute(clock: FrozenClock) -> None:
    burst = BurstLimit(1, clock)
    burst.take(OWNER)
    slot = await burst.reserve(OWNER)
    await burst.give_back(slot)
    clock.move(timedelta(minutes=1))
    burst.take(OWNER)
