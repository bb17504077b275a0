from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.directions import service as directions
from coaching.domains.directions.models import Direction
from coaching.errors import InvalidInput, NotFound
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def kept(db: Db, owner: UUID, clock: FrozenClock, text: str = "Say no more often") -> UUID:
    async with db.unit(owner, write=True) as s:
        return (await directions.add(s, owner, text, at=clock.now())).row.id


@pytest.mark.both_databases
async def test_a_direction_is_archived_and_comes_back(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = await kept(db, owner, clock)
    clock.move(timedelta(days=3))

    async with db.unit(owner, write=True) as s:
        archived = await directions.edit(s, owner, row, at=clock.now(), is_archived=True)
        assert archived.row.archived_at == clock.now()
    async with db.unit(owner, write=True) as s:
        back = await directions.edit(s, owner, row, at=clock.now(), is_archived=False, text="No")

    assert (back.row.archived_at, back.row.text) == (None, "No")


def test_a_direction_can_t_be_completed() -> None:
    assert not [name for name in Direction.model_fields if "complet" in name or "done" in name]


async def test_an_empty_direction_is_refused(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    with pytest.raises(InvalidInput):
        await kept(db, owner, clock, "  ")


@pytest.mark.both_databases
async def test_nobody_reaches_the_direction_of_somebody_else(db: Db, clock: FrozenClock) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    row = await kept(db, anna, clock)
    with pytest.raises(NotFound):
        async with db.unit(ben, write=True) as s:
            await directions.delete(s, ben, row)
    async with db.unit(anna, write=True) as s:
        await directions.delete(s, anna, row)
        assert await directions.for_user(s, anna) == []
