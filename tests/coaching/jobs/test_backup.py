"""The daily backup."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.backups import archive, service
from coaching.jobs import backup
from coaching.repositories.db import Db
from tests.support import factories
from tests.support.bare_engine import BareEngine

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database


@pytest.fixture
async def engine(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> AsyncGenerator[BareEngine]:
    db = Db(database.url)
    settings = make_settings(
        database_url=database.url,
        system_database_url=database.owner_url,
        backups_kept=2,
    )
    yield BareEngine(settings, clock, db)
    await db.close()


def _files(engine: BareEngine) -> list[Path]:
    return sorted((engine.settings.data_dir / "backups").glob("*"))


@pytest.mark.both_databases
async def test_a_backup_is_made_once_a_day_and_the_newest_are_kept(engine: BareEngine) -> None:
    await factories.person(engine.db)
    for day in range(3):
        await backup.run(engine)
        await backup.run(engine)
        assert len(_files(engine)) == min(day + 1, 2)
        engine.clock.move(timedelta(days=1))
    assert archive.check(_files(engine)[-1]).rows["users"] == 1


async def test_a_clock_that_was_ahead_once_doesnt_replace_the_backups_of_days(
    engine: BareEngine,
) -> None:
    """A machine that starts with a wrong year: each quarter of an hour made one more backup."""
    await factories.person(engine.db)
    await backup.run(engine)
    [first] = _files(engine)
    engine.clock.move(timedelta(days=365))
    await backup.run(engine)
    engine.clock.move(timedelta(hours=1) - timedelta(days=365))
    for _ in range(3):
        await backup.run(engine)
        engine.clock.move(timedelta(minutes=15))
    assert first in _files(engine)


async def test_after_days_of_a_clock_that_was_ahead_todays_backup_is_kept(
    engine: BareEngine,
) -> None:
    """Backups of a time to come filled the folder: each new one was deleted as the oldest."""
    await factories.person(engine.db)
    engine.clock.move(timedelta(days=365))
    for _ in range(3):
        await backup.run(engine)
        engine.clock.move(timedelta(days=1))
    engine.clock.move(-timedelta(days=368))
    folder = engine.settings.data_dir / "backups"
    for _ in range(2):
        today = engine.clock.now().replace(microsecond=0)
        await backup.run(engine)
        assert service.newest(folder, now=engine.clock.now()) == today
        assert len(_files(engine)) == 2
        engine.clock.move(timedelta(days=1))


async def test_a_backup_that_fails_is_tried_again(engine: BareEngine) -> None:
    folder = engine.settings.data_dir
    folder.mkdir()
    (folder / "backups").write_text("in the way")
    await backup.run(engine)
    (folder / "backups").unlink()
    await backup.run(engine)
    assert service.newest(folder / "backups", now=engine.clock.now()) == engine.clock.now().replace(
        microsecond=0
    )


async def test_nobody_has_to_have_backups(
    engine: BareEngine, make_settings: Callable[..., Settings]
) -> None:
    engine.settings = make_settings(database_url=engine.settings.database_url, backups_kept=0)
    await backup.run(engine)
    assert _files(engine) == []
