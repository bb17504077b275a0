"""Which exercise is a way into the next session: one for what the last one was about, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices import service
from coaching.domains.practices.next_time import for_next_time
from coaching.models import BehavioralIntel
from coaching.repositories import conversations
from coaching.values.enums import Stage
from tests.coaching.domains.practices.doing import to_the_end
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

URGE = "I was about to buy shoes again, tempted all evening"


async def talked(db: Db, clock: FrozenClock, *said: str, stage: Stage = Stage.ACTION) -> UUID:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    for text in said:
        await factories.exchange(db, owner, session, text)
    async with db.unit(owner, write=True) as s:
        s.add(BehavioralIntel(user_id=owner, stage_of_change=stage, updated_at=clock.now()))
        await conversations.close(s, owner, session.id, at=clock.now())
    return owner


async def offered(db: Db, owner: UUID, clock: FrozenClock, language: str = "en") -> str:
    async with db.unit(owner) as s:
        found = await for_next_time(s, owner, clock.now(), language=language)
    return found.title if found else ""


async def test_the_exercise_for_what_was_said_last(db: Db, clock: FrozenClock) -> None:
    owner = await talked(db, clock, "hi", URGE, "ok thanks")
    assert await offered(db, owner, clock) == "Ride out the urge"
    assert await offered(db, owner, clock, "es") == "Deja pasar el impulso"


@pytest.mark.parametrize(
    "said",
    [
        ("hi", "my cat is here"),  # nothing that an exercise is for
        (URGE, "my mum died in february"),
        (URGE, "I can't pay the rent this month"),
    ],
)
async def test_without_a_good_fit_there_is_none(
    db: Db, clock: FrozenClock, said: tuple[str, ...]
) -> None:
    assert await offered(db, await talked(db, clock, *said), clock) == ""


async def test_whoever_has_no_wish_to_change_gets_none(db: Db, clock: FrozenClock) -> None:
    owner = await talked(db, clock, URGE, stage=Stage.PRECONTEMPLATION)
    assert await offered(db, owner, clock) == ""


async def test_what_was_done_lately_is_no_suggestion(db: Db, clock: FrozenClock) -> None:
    owner = await talked(db, clock, "I don't know what I feel")
    assert await offered(db, owner, clock) == "Name the feeling"
    shown = await to_the_end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await service.finish(s, owner, shown.run_id, clock.now())
    assert await offered(db, owner, clock) != "Name the feeling"


async def test_before_the_first_session_there_is_none(db: Db, clock: FrozenClock) -> None:
    assert await offered(db, await factories.person(db), clock) == ""
