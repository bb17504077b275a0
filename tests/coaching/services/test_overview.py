from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.repositories.db import Db
from coaching.services.overview import overview
from tests.support import every_table, factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from tests.support.databases import Database

YESTERDAY = MONDAY_MORNING - timedelta(days=1)


async def test_an_empty_house_has_only_zeros(database: Database) -> None:
    db = Db(database.admin_url, admin=True)
    seen = await overview(db, now=MONDAY_MORNING)
    assert (seen.people, seen.messages, seen.signals, seen.cost_today_microusd) == (0, 0, 0, 0)
    assert (seen.costs.saved, seen.traffic_today.calls) == (0.0, 0)
    await db.close()


async def test_the_numbers_are_those_of_the_tables(db: Db, database: Database) -> None:
    await every_table.fill(db)
    earlier = await factories.person(db, at=YESTERDAY)
    session = await factories.conversation(db, earlier, at=YESTERDAY)
    await factories.exchange(db, earlier, session, at=YESTERDAY)
    await factories.queued_turn(db, earlier, session, at=YESTERDAY)
    admin_db = Db(database.admin_url, admin=True)
    seen = await overview(admin_db, now=MONDAY_MORNING + timedelta(hours=3))
    await admin_db.close()
    assert (seen.people, seen.people_today, seen.people_active_today) == (2, 1, 1)
    assert (seen.conversations, seen.messages, seen.messages_today) == (2, 3, 1)
    assert (seen.signals, seen.signals_today, seen.cost_today_microusd) == (1, 1, 1500)
