"""`toney restore FILE`: a backup in the place of the database."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import click

from coaching.cli import database, engine
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.domains.privacy import deletion_log
from coaching.errors import NotFound
from coaching.services import personal_data
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--yes", is_flag=True, help="Replace the data that is there; a copy of it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def restore(file: Path, *, yes: bool, as_json: bool) -> None:
    """Check FILE and put it in the place of the database. Stop Toney first."""
    settings = read_settings()
    engine.require_none(settings)
    data_folder.prepare(settings)
    place = service.Place(settings.database, database.migration_url(settings))
    found, copy = service.restore(
        file, place, replace=yes, copies=settings.data_dir / "backups", now=SystemClock().now()
    )
    gone = asyncio.run(_delete_again(settings))
    if as_json:
        kept = None if copy is None else str(copy)
        more = {"file": str(file), "replaced": kept, "deleted_again": gone}
        click.echo(json.dumps(more | asdict(found)))
        return
    rows = sum(found.rows.values())
    click.echo(f"Restored {rows} rows of {found.made_at} (version {found.revision}).")
    if copy is not None:
        click.echo(f"What was there before is in {copy}.")
    if gone:
        click.echo(f"{gone} who left after it was made were deleted again.")


async def _delete_again(settings: Settings) -> int:
    """Delete who left after the backup was made; return how many were back."""
    gone, now = 0, SystemClock().now()
    async with database.opened(settings) as db:
        for owner in deletion_log.people(settings):
            async with db.unit(owner, write=True) as s:
                with suppress(NotFound):
                    await personal_data.delete(s, owner, at=now)
                    gone += 1
    return gone
