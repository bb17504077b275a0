"""`toney export USER`: everything of one person, as the settings give it to them."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import click

from coaching.cli import database
from coaching.cli.people import LIST
from coaching.clock import SystemClock
from coaching.domains.ledger.service import with_ledger
from coaching.services import export_page, personal_data
from coaching.settings import read_settings

if TYPE_CHECKING:
    from uuid import UUID


@click.command()
@click.argument("user", type=click.UUID)
@click.option("--html", is_flag=True, help="A page to read instead of JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: what is printed anyway.")
@LIST
def export(user: UUID, *, html: bool, as_json: bool) -> None:
    """Print everything that Toney has of USER."""
    if html and as_json:
        raise click.UsageError("--html and --json cannot both be printed")
    found = asyncio.run(_read(user))
    click.echo(export_page.page(found) if html else json.dumps(found, ensure_ascii=False))


async def _read(owner: UUID) -> dict[str, Any]:
    async with database.opened(read_settings()) as db, db.unit(owner) as s:
        found = await personal_data.export(s, owner, at=SystemClock().now())
        return await with_ledger(s, owner, found)
