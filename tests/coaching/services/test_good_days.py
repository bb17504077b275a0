from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.services import cards, focus, good_days
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

VIENNA = "Europe/Vienna"


async def has_two(db: Db, owner: UUID) -> bool:
    async with db.unit(owner) as s:
        return await good_days.has_two(s, owner, VIENNA)


async def test_the_second_good_day_is_one_of_another_date(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await factories.win(db, owner, "One", at=clock.now())
    await factories.win(db, owner, "Another one", at=clock.now() + timedelta(minutes=1))
    assert not await has_two(db, owner)
    await factories.win(db, owner, "On the next day", at=clock.now() + timedelta(days=1))
    assert await has_two(db, owner)


async def test_a_day_on_which_the_card_was_done_counts_and_a_skipped_one_does_not(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner)
    await factories.win(db, owner, "One", at=clock.now())
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, at=clock.now())
        await focus.skip(s, owner, at=clock.now() - timedelta(days=2))
    assert not await has_two(db, owner)
    async with db.unit(owner, write=True) as s:
        await focus.complete(s, owner, at=clock.now() - timedelta(days=1))
    assert await has_two(db, owner)
