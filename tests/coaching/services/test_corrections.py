from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput, NotFound
from coaching.memory.corrections import Correction
from coaching.services import corrections
from coaching.services.corrections import Target
from coaching.values.enums import SafetyLevel, Verdict
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching import models
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.services.safety_events import Kept

FEAR = Target("story:1", "You fear the post.")
TIRED = Target("story:2", "You are tired of being the strong one.")


async def say(
    db: Db,
    owner: UUID,
    clock: FrozenClock,
    verdict: Verdict,
    target: Target = FEAR,
    instead: str = "",
) -> Kept[models.Correction]:
    clock.move(timedelta(minutes=1))
    async with db.unit(owner, write=True) as s:
        return await corrections.correct(s, owner, target, verdict, instead, at=clock.now())


async def binding(db: Db, owner: UUID) -> tuple[Correction, ...]:
    async with db.unit(owner) as s:
        return await corrections.binding(s, owner)


async def test_what_was_corrected_binds_in_order(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    first = (await say(db, owner, clock, Verdict.NOT_TRUE)).row
    second = (await say(db, owner, clock, Verdict.DONT_USE, TIRED)).row

    assert await binding(db, owner) == (
        Correction(FEAR.said, Verdict.NOT_TRUE, at=first.created_at),
        Correction(TIRED.said, Verdict.DONT_USE, at=second.created_at),
    )


async def test_the_newest_word_on_an_item_holds(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await say(db, owner, clock, Verdict.NOT_TRUE)
    await say(db, owner, clock, Verdict.DIFFERENTLY, instead="  I put the post away.  ")

    (only,) = await binding(db, owner)
    assert (only.verdict, only.instead) == (Verdict.DIFFERENTLY, "I put the post away.")


async def test_a_withdrawn_correction_binds_nobody(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = (await say(db, owner, clock, Verdict.NOT_TRUE)).row

    async with db.unit(owner, write=True) as s:
        await corrections.withdraw(s, owner, row.id, at=clock.now())

    assert await binding(db, owner) == ()
    async with db.unit(owner, write=True) as s:
        with pytest.raises(NotFound):
            await corrections.withdraw(s, owner, row.id, at=clock.now())


async def test_another_person_s_correction_is_not_there(db: Db, clock: FrozenClock) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    row = (await say(db, owner, clock, Verdict.NOT_TRUE)).row

    assert await binding(db, other) == ()
    async with db.unit(other, write=True) as s:
        with pytest.raises(NotFound):
            await corrections.withdraw(s, other, row.id, at=clock.now())


async def test_saying_it_differently_needs_words(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    with pytest.raises(InvalidInput):
        await say(db, owner, clock, Verdict.DIFFERENTLY, instead=" ")


async def test_the_person_s_own_words_are_screened(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    kept = await say(db, owner, clock, Verdict.DIFFERENTLY, instead="I want to kill myself")

    assert kept.safety.level is SafetyLevel.CRISIS
