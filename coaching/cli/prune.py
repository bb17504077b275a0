"""`toney prune`: what has been kept long enough goes; the scheduler does the same each hour."""

from __future__ import annotations

import asyncio
import json

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.domains.privacy import pruning
from coaching.settings import Settings, read_settings


@click.command()
@click.option("--yes", is_flag=True, help="Delete. Without it, only say what would go.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def prune(*, yes: bool, as_json: bool) -> None:
    """Say what is older than the settings keep it (docs/settings.md), or delete it with --yes."""
    found = asyncio.run(_prune(read_settings(), is_meant=yes))
    if as_json:
        click.echo(json.dumps({"deleted": yes, "found": found}))
        return
    for name, count in found.items():
        click.echo(f"{count:>8}  {name.replace('_', ' ')}")
    click.echo("Deleted." if yes else "Nothing was deleted: add --yes.")


async def _prune(settings: Settings, *, is_meant: bool) -> dict[str, int]:
    work = pruning.prune if is_meant else pruning.due
    async with database.opened(settings) as db:
        return await work(db, settings, now=SystemClock().now())
