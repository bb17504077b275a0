"""`toney delete USER`: everything of one person is gone, with a receipt."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import click
from pydantic import SecretStr

from coaching.cli import database
from coaching.cli.people import LIST
from coaching.clock import SystemClock
from coaching.domains.privacy import deletion_log, exports, receipts
from coaching.repositories import secure_delete
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.services import left_behind, personal_data
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from uuid import UUID


@click.command()
@click.argument("user", type=click.UUID)
@click.option("--yes", is_flag=True, help="Don't ask first; without a terminal it is needed.")
@click.option("--json", "as_json", is_flag=True, help="Print the receipt as one JSON object.")
@LIST
def delete(user: UUID, *, yes: bool, as_json: bool) -> None:
    """Delete USER and all their data, and print the receipt. You can't undo this."""
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("add --yes to delete without being asked")
        click.confirm(f"Delete everything of {user}? It cannot be undone.", abort=True, err=True)
    settings = read_settings()
    database.require_current(settings)
    key = data_folder.prepare(settings).secret_key
    settings = settings.model_copy(update={"toney_secret_key": SecretStr(key)})
    receipt = asyncio.run(_delete(settings, user))
    if not is_postgres(settings.database):
        secure_delete.tidy(sqlite_file(settings.database), index=True)
    if not as_json:
        click.echo(f"{user} is gone. Keep what follows if you want to prove it:", err=True)
    click.echo(json.dumps(receipt, indent=None if as_json else 1))


async def _delete(settings: Settings, owner: UUID) -> dict[str, Any]:
    now = SystemClock().now()
    async with database.opened(settings) as db:
        with deletion_log.leaving(settings, owner, at=now):
            async with db.unit(owner, write=True) as s:
                left = await left_behind.of(s, owner)
                deleted = await personal_data.delete(s, owner, at=now)
                exports.delete_of(settings, owner)
        async with db.system("delete what is left", write=True) as s:
            await left_behind.remove(s, left, now=now)
    return receipts.issue(settings, owner, deleted, at=now)
