"""Bringing the database to this version before anything is served from it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from coaching.cli import engine
from coaching.clock import SystemClock
from coaching.repositories import migrations
from coaching.repositories.db import Db, remember
from coaching.repositories.engines import is_postgres
from coaching.serving.failures import MigrationDue

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from coaching.settings import Settings


def migration_url(settings: Settings) -> str:
    """Return the address of the role that owns the tables."""
    remember(settings)
    return settings.database_migration_url or settings.database


def prepare(settings: Settings, say: Callable[[str], None]) -> None:
    """Migrate the embedded database, after a copy; a server's is only looked at."""
    url = migration_url(settings)
    if not migrations.heads_differ(url):
        return
    if is_postgres(url):
        raise MigrationDue("the database needs a migration: stop Toney and run `toney migrate`")
    migrate(settings, say)


def require_current(settings: Settings) -> None:
    """Refuse a database of another version."""
    if migrations.heads_differ(migration_url(settings)):
        raise MigrationDue("the database is not at this version yet: run `toney migrate`")


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Db]:
    """Open the database for a command."""
    require_current(settings)
    db = Db.of(settings)
    try:
        yield db
    finally:
        await db.close()


def migrate(settings: Settings, say: Callable[[str], None]) -> None:
    """Migrate to the newest version, after a copy of a SQLite file."""
    engine.require_none(settings)
    url = migration_url(settings)
    copy = migrations.copy_before_migration(url, settings.data_dir / "backups", SystemClock())
    if copy is not None:
        say(f"Copied the database to {copy} before its migration")
    migrations.upgrade(url)
