"""`toney restore FILE`: a backup in the place of the database."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from coaching.cli import database, engine
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.serving import data_folder
from coaching.settings import Settings


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--yes", is_flag=True, help="Replace the data that is there; a copy of it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def restore(file: Path, *, yes: bool, as_json: bool) -> None:
    """Check FILE and put it in the place of the database. Stop Toney first."""
    settings = Settings()
    engine.require_none(settings)
    data_folder.prepare(settings)
    place = service.Place(settings.database, database.migration_url(settings))
    found, copy = service.restore(
        file, place, replace=yes, copies=settings.data_dir / "backups", now=SystemClock().now()
    )
    if as_json:
        kept = None if copy is None else str(copy)
        click.echo(json.dumps({"file": str(file), "replaced": kept, **asdict(found)}))
        return
    rows = sum(found.rows.values())
    click.echo(f"Restored {rows} rows of {found.made_at} (version {found.revision}).")
    if copy is not None:
        click.echo(f"What was there before is in {copy}.")
    click.echo("People who left since then are back: run `toney delete USER` for them again.")
