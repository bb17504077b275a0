from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from coaching.errors import LimitReached
from coaching.repositories import usage as counted
from coaching.services import usage
from tests.support import factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from tests.support.databases import Database

TOKYO = timezone(timedelta(hours=9))


def test_the_day_is_the_utc_day_whatever_zone_the_instant_comes_in() -> None:
    assert usage.day_of(datetime(2026, 1, 13, 8, 59, tzinfo=TOKYO)) == "2026-01-12"
    assert usage.next_day(datetime(2026, 1, 13, 8, 59, tzinfo=TOKYO)) == datetime(
        2026, 1, 13, tzinfo=UTC
    )


async def test_the_limit_says_when_the_count_begins_anew(
    database: Database, db: Db, clock: FrozenClock
) -> None:
    database.expected_violations.add("I9")  # counted here without their turns
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        for _ in range(2):
            assert await usage.count_turn(s, owner, now=clock.now(), limit=2) == "2026-01-12"
        with pytest.raises(LimitReached) as refused:
            await usage.count_turn(s, owner, now=clock.now(), limit=2)
    assert (refused.value.limit, refused.value.reset_at) == (2, datetime(2026, 1, 13, tzinfo=UTC))
    async with db.unit(owner) as s:
        assert await counted.used(s, owner, day="2026-01-12") == 2
        assert await counted.used(s, owner, day="2026-01-13") == 0
