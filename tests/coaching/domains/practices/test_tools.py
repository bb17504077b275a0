"""The Coach offers a practice, and reads afterwards how it went."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices import history, service
from coaching.domains.practices.tools import OfferPractice, offer_practice
from coaching.errors import ToolFailed, ToolRetry
from coaching.prompts import preface
from coaching.values.chips import Chip
from coaching.values.practices import DidPractice
from coaching.values.preface import PrefaceFacts
from coaching.values.tools import ToolUse
from tests.coaching.domains.practices.doing import start, to_the_end
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolOutcome


async def use_of(db: Db, owner: UUID, clock: FrozenClock, text: str) -> ToolUse:
    """Return a use of a tool in the second turn of a session."""
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "Hi.")
    turn = await factories.exchange(db, owner, session, text)
    return ToolUse(owner, turn.id, None, clock.now())


async def offer(db: Db, use: ToolUse, id_: str) -> ToolOutcome:
    async with db.unit(use.owner, write=True) as s:
        return await offer_practice(s, use, OfferPractice(id=id_))


async def test_an_offer_is_a_chip_under_the_reply(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    outcome = await offer(
        db, await use_of(db, owner, clock, "I'm about to buy shoes"), "ride_it_out"
    )
    assert outcome.chips == (
        Chip("ride_it_out", "Ride out the urge · 5 min", action="practice", target="ride_it_out"),
    )
    assert outcome.data["offered"] == "Ride out the urge"


async def test_somebody_who_writes_spanish_gets_a_spanish_chip(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    use = await use_of(db, owner, clock, "estoy a punto de comprar unos zapatos muy caros")
    assert (await offer(db, use, "ride_it_out")).chips[0].text == "Deja pasar el impulso · 5 min"


async def test_what_does_not_fit_is_refused_with_what_does(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db, life_context=["ctx_urgent"])
    use = await use_of(db, owner, clock, "I'm about to buy shoes")
    with pytest.raises(ToolFailed, match="These can be: "):
        await offer(db, use, "ride_it_out")
    with pytest.raises(ToolRetry, match="no exercise 'yoga'"):
        await offer(db, use, "yoga")


async def test_in_grief_none_is_offered(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    use = await use_of(db, owner, clock, "my mum died in february")
    with pytest.raises(ToolFailed, match="no moment for an exercise"):
        await offer(db, use, "slow_breath")


async def test_the_coach_reads_what_was_done_and_not_what_was_left(
    db: Db, clock: FrozenClock
) -> None:
    owner, began = await factories.person(db), clock.now()
    clock.move(timedelta(minutes=1))
    left = await start(db, owner, clock, "slow_breath")
    async with db.unit(owner, write=True) as s:
        await service.leave(s, owner, left.run_id, "too_much", clock.now())
    shown = await to_the_end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await service.keep(s, owner, shown.run_id, 1, clock.now())
        (done,) = await history.done_since(s, owner, began)
        assert not await history.done_since(s, owner, clock.now())
    assert done == DidPractice("Name the feeling", 7, 4, ("win",))
    told = preface(PrefaceFacts(practices=(done, replace(done, after=None, kept=()))))
    assert "“Name the feeling” in the app, 7 before and 4 after, and saved a win." in told
    assert "“Name the feeling” in the app and saved nothing." in told
