"""Many reminders at once: nobody's waits for a server that hangs, and each has its own now."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.clock import FrozenClock
from coaching.domains.reminders import deciding, sending
from coaching.errors import Unavailable
from tests.coaching.domains.reminders.test_sending import AT_SIX, SECRETS, here, reminded
from tests.support.push_service import push_service
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.repositories.db import Db
    from coaching.settings import Settings


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(**SECRETS)


async def test_several_are_sent_at_once(db: Db, settings: Settings) -> None:
    both = threading.Barrier(2)

    def meets(authorization: str, body: bytes) -> None:
        both.wait(PATIENCE_SECONDS)
        take(authorization, body)

    with push_service() as service:
        take, service.take = service.take, meets
        for name in "ab":
            await reminded(db, settings, service.browser(name))
        assert await sending.send_due(here(db, settings)) == 2


async def test_whoever_comes_late_because_others_took_long_gets_none_that_is_too_late(
    db: Db, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SIDE_BY_SIDE", 1)
    clock = FrozenClock(AT_SIX)

    def takes_long(_: str) -> bool:
        clock.move(timedelta(minutes=31))
        return True

    with push_service() as service:
        for name in "ab":
            await reminded(db, settings, service.browser(name))
        sender = replace(here(db, settings), clock=clock, may_reach=takes_long)
        assert await sending.send_due(sender) == 1
        assert len(service.shown) == 1


async def test_a_database_that_is_away_for_one_person_is_told_and_the_others_are_sent(
    db: Db, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(s: Any, owner: UUID, **how: Any) -> Any:
        if owner == people[0]:
            raise Unavailable
        return await claim(s, owner, **how)

    claim = deciding.claim
    monkeypatch.setattr(deciding, "claim", away)
    with push_service() as service:
        people = [await reminded(db, settings, service.browser(name)) for name in "abc"]
        with pytest.raises(Unavailable):
            await sending.send_due(here(db, settings))
        assert len(service.shown) == 2
