"""An announcement holds from one instant to another, in the person's language."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.admin_access.service import SignedInAdmin
from coaching.domains.announcements import service
from coaching.errors import InvalidInput, NotFound
from coaching.repositories.db import Db
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
ANA = SignedInAdmin(uuid4(), "ana")
NOW, HOUR = MONDAY_MORNING, timedelta(hours=1)
TEXTS = ("We update tonight.", "Actualizamos esta noche.")


async def test_people_read_it_while_it_holds(db: Db, database: Database) -> None:
    owner = await factories.person(db)
    desk = Db(database.admin_url, admin=True)

    async def reads(language: str, at: timedelta) -> str:
        async with db.unit(owner) as s:
            return await service.words(s, language, now=NOW + at)

    await service.put_up(desk, ANA, TEXTS, from_at=NOW + HOUR, until_at=NOW + 3 * HOUR, now=NOW)
    assert [await reads("en", at) for at in (0 * HOUR, HOUR, 3 * HOUR)] == ["", TEXTS[0], ""]
    assert await reads("es-MX", HOUR) == TEXTS[1]
    [made] = await service.newest(desk)
    await service.take_down(desk, ANA, made.id, now=NOW)
    assert await reads("en", HOUR) == ""
    with pytest.raises(NotFound):
        await service.take_down(desk, ANA, made.id, now=NOW)
    await desk.close()


@pytest.mark.one_database
async def test_a_time_that_makes_no_sense_is_refused(db: Db) -> None:
    for start, end in ((1, 1), (2, 1), (-3, -1), (0, 24 * 91)):
        with pytest.raises(InvalidInput):
            await service.put_up(
                db, ANA, TEXTS, from_at=NOW + start * HOUR, until_at=NOW + end * HOUR, now=NOW
            )
