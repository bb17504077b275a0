from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.repositories import profiles
from coaching.services import corrections, safety_events
from coaching.services.corrections import Target
from coaching.values.enums import SafetyLevel, Verdict
from coaching.values.safety import SafetyVerdict
from tests.support import cast
from tests.support.prefaces import briefed, opened, told

if TYPE_CHECKING:
    from uuid import UUID

    from tests.support.bare_engine import BareEngine


async def corrected(engine: BareEngine, owner: UUID, said: str = "You fear the post.") -> UUID:
    engine.clock.move(timedelta(minutes=1))
    async with engine.db.unit(owner, write=True) as s:
        target = Target(f"story:{said}", said)
        kept = await corrections.correct(s, owner, target, Verdict.NOT_TRUE, at=engine.clock.now())
        return kept.row.id


async def test_a_correction_is_told_with_the_next_message_and_once(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await told(engine, owner)
    await corrected(engine, owner)

    news = await told(engine, owner)

    assert "Not true, they say: <words>You fear the post.</words>" in news
    assert await told(engine, owner) == ""


async def test_what_still_holds_is_told_again_in_the_next_session(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await corrected(engine, owner)
    await told(engine, owner)
    engine.clock.move(timedelta(days=1))
    await opened(engine, owner)

    assert "You fear the post." in await told(engine, owner)


@pytest.mark.both_databases
async def test_a_correction_that_was_taken_back_may_stand_again(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    row = await corrected(engine, owner)
    await told(engine, owner)
    engine.clock.move(timedelta(minutes=1))
    async with engine.db.unit(owner, write=True) as s:
        await corrections.withdraw(s, owner, row, at=engine.clock.now())

    news = await told(engine, owner)

    assert "took a correction back" in news
    assert "You fear the post." in news


async def test_a_session_s_block_does_not_say_what_was_corrected(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await briefed(engine, owner)
    await corrected(engine, owner, "Giving may be how she learned to be good.")

    session = await opened(engine, owner)

    assert "learned to be good" not in session.prompt["block"]


async def test_that_the_quiet_time_is_over_is_told_beside_a_plan_from_that_time(
    engine: BareEngine,
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    async with engine.db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=engine.clock.now())
    await briefed(engine, owner)
    engine.clock.move(timedelta(hours=47, minutes=59))
    await opened(engine, owner)
    during = await told(engine, owner)
    engine.clock.move(timedelta(days=13))
    await opened(engine, owner)

    assert "don't offer cards" in during
    assert "You can offer cards and exercises again, even where the plan" in await told(
        engine, owner
    )
    assert "offer cards" not in await told(engine, owner)
