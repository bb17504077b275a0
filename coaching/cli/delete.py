"""`toney delete USER`: everything of one person is gone."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.repositories import tidying
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.services import belongings
from coaching.settings import Settings

if TYPE_CHECKING:
    from uuid import UUID


@click.command()
@click.argument("user", type=click.UUID)
@click.option("--yes", is_flag=True, help="Don't ask first, at a terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def delete(user: UUID, *, yes: bool, as_json: bool) -> None:
    """Delete USER and all their data. You can't undo this."""
    if sys.stdin.isatty() and not yes:
        click.confirm(f"Delete everything of {user}? It cannot be undone.", abort=True, err=True)
    settings = Settings()
    asyncio.run(_delete(settings, user))
    if not is_postgres(settings.database):
        tidying.tidy(sqlite_file(settings.database), index=True)
    click.echo(json.dumps({"deleted": str(user)}) if as_json else f"{user} is gone")


async def _delete(settings: Settings, owner: UUID) -> None:
    async with database.opened(settings) as db, db.unit(owner, write=True) as s:
        await belongings.delete(s, owner, at=SystemClock().now())
