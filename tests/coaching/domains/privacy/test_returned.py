"""Whoever left stays gone, also when an older copy of the database was put back by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select
from structlog.testing import capture_logs

from coaching import bootstrap
from coaching.domains.privacy import deletion_log, exports, returned
from coaching.domains.privacy.returned import Ended
from coaching.models import Consent, User
from tests.support import every_table, factories
from tests.support.factories import MONDAY_MORNING as NOW
from tests.support.talker import Talker

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from tests.support.databases import Database

DAY = timedelta(days=1)


async def _here(db: Db) -> set[object]:
    async with db.system("test") as s:
        return set((await s.exec(select(User.id))).all())


@pytest.mark.both_databases
async def test_who_left_and_is_there_again_is_deleted_again(db: Db, settings: Settings) -> None:
    came_back = await every_table.fill(db)
    stayed = await factories.person(db)
    deletion_log.note(settings, came_back, at=NOW)
    file = exports.write(settings, came_back, {"words": "a"}, now=NOW)

    assert await returned.end_again(db, settings, now=NOW + DAY) == Ended(1, 0)
    assert await _here(db) == {stayed}
    assert not file.exists()
    assert await returned.end_again(db, settings, now=NOW + DAY) == Ended(0, 0)


@pytest.mark.both_databases
async def test_a_consent_is_withdrawn_again_unless_it_was_given_since(
    db: Db, settings: Settings
) -> None:
    withdrew, agreed_since = [await factories.person(db) for _ in range(2)]  # they agreed at NOW
    deletion_log.note_withdrawn(settings, withdrew, at=NOW + DAY)
    deletion_log.note_withdrawn(settings, agreed_since, at=NOW - DAY)

    assert await returned.end_again(db, settings, now=NOW + DAY) == Ended(0, 1)
    async with db.system("test") as s:
        found = (await s.exec(select(Consent))).all()
    withdrawn_at = {one.user_id: one.withdrawn_at for one in found}
    assert withdrawn_at == {withdrew: NOW + DAY, agreed_since: None}


async def test_a_start_deletes_again_who_left_and_the_log_says_so(
    sqlite_database: Database, make_settings: Callable[..., Settings]
) -> None:
    coaching = bootstrap.build(make_settings(database_url=sqlite_database.url), llm=Talker())
    came_back, stayed = [await factories.person(coaching.db) for _ in range(2)]
    deletion_log.note(coaching.settings, came_back, at=NOW)
    with capture_logs() as logs:
        await coaching.start()
        assert await _here(coaching.db) == {stayed}
        await coaching.stop()
    told = [one for one in logs if one["event"] == "older_copy_put_back"]
    assert [(one["deleted"], one["withdrawn"]) for one in told] == [(1, 0)]
