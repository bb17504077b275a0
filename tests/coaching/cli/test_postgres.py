"""On PostgreSQL `serve` never migrates: it says what to do, and `migrate` does it as the owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.cli import database
from coaching.serving.failures import MigrationDue

if TYPE_CHECKING:
    from collections.abc import Callable

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
