"""On PostgreSQL `serve` never migrates: it says what to do, and `migrate` does it as the owner."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli import database
from coaching.cli.main import toney
from coaching.jobs.leader import SchedulerLock
from coaching.repositories import engine_lock
from coaching.serving.failures import AlreadyRunning, MigrationDue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from coaching.settings import Settings
    from tests.support.postgres import Server


@pytest.mark.both_databases
def test_a_servers_database_is_migrated_by_hand_only(
    postgres_server: Server, make_settings: Callable[..., Settings]
) -> None:
    said: list[str] = []
    with postgres_server.database("by_hand") as name:
        settings = make_settings(
            database_url=postgres_server.url(name, role="toney_app"),
            database_migration_url=postgres_server.url(name, role="toney_owner"),
        )
        with pytest.raises(MigrationDue, match="run `toney migrate`"):
            database.prepare(settings, said.append)
        database.migrate(settings, said.append)
        database.prepare(settings, said.append)
        database.require_current(settings)
    assert said == []


@pytest.mark.both_databases
@pytest.mark.parametrize("command", [("keys", "rotate"), ("reset", "--yes")], ids=["keys", "reset"])
async def test_new_keys_and_a_reset_wait_until_no_engine_works_on_the_server(
    postgres_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: Sequence[str]
) -> None:
    """An engine that runs would go on with the old keys, which nothing reads any more."""
    with postgres_server.database("at_work") as name:
        monkeypatch.setenv("TONEY_DATA_DIR", str(tmp_path))
        monkeypatch.setenv("DATABASE_URL", postgres_server.url(name, role="toney_app"))
        lock = SchedulerLock(postgres_server.url(name, role="toney_app"))
        assert await lock.is_mine()
        with pytest.raises(AlreadyRunning):
            await asyncio.to_thread(CliRunner().invoke, toney, command, catch_exceptions=False)
        await lock.release()
        assert not engine_lock.works_on_server(postgres_server.url(name, role="toney_app"))
