"""`toney restore FILE`: a backup in the place of the database."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coaching.cli import database, engine
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.domains.privacy import returned
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from coaching.domains.privacy.returned import Ended


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
    ended = asyncio.run(_hold_to_what_was_said(settings))
    if as_json:
        kept = None if copy is None else str(copy)
        more = {"file": str(file), "replaced": kept}
        again = {"deleted_again": ended.deleted, "withdrawn_again": ended.withdrawn}
        click.echo(json.dumps(more | again | asdict(found)))
        return
    rows = sum(found.rows.values())
    click.echo(f"Restored {rows} rows of {found.made_at} (version {found.revision}).")
    if copy is not None:
        click.echo(f"What was there before is in {copy}.")
    if ended.deleted:
        click.echo(f"{ended.deleted} who left after it was made were deleted again.")
    if ended.withdrawn:
        click.echo(
            f"{ended.withdrawn} who withdrew their consent after it was made are asked again."
        )


async def _hold_to_what_was_said(settings: Settings) -> Ended:
    async with database.opened(settings) as db:
        return await returned.end_again(db, settings, now=SystemClock().now())
