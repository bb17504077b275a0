"""`toney restore FILE`: a backup in the place of the database."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coaching.cli import database, engine
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.domains.privacy import deletion_log
from coaching.errors import NotFound
from coaching.services import consent, personal_data
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from uuid import UUID


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
    gone, withdrawn = asyncio.run(_hold_to_what_was_said(settings))
    if as_json:
        kept = None if copy is None else str(copy)
        more = {"file": str(file), "replaced": kept}
        again = {"deleted_again": gone, "withdrawn_again": withdrawn}
        click.echo(json.dumps(more | again | asdict(found)))
        return
    rows = sum(found.rows.values())
    click.echo(f"Restored {rows} rows of {found.made_at} (version {found.revision}).")
    if copy is not None:
        click.echo(f"What was there before is in {copy}.")
    if gone:
        click.echo(f"{gone} who left after it was made were deleted again.")
    if withdrawn:
        click.echo(f"{withdrawn} who withdrew their consent after it was made are asked again.")


async def _hold_to_what_was_said(settings: Settings) -> tuple[int, int]:
    """Delete who left, and end consents that were withdrawn, after the backup was made."""
    gone, withdrawn, now = 0, set["UUID"](), SystemClock().now()
    async with database.opened(settings) as db:
        for owner in deletion_log.people(settings):
            async with db.unit(owner, write=True) as s:
                with suppress(NotFound):
                    await personal_data.delete(s, owner, at=now)
                    gone += 1
        for at, owner in deletion_log.withdrawn(settings):
            async with db.unit(owner, write=True) as s:
                if await consent.withdraw_again(s, owner, at=at):
                    withdrawn.add(owner)
    return gone, len(withdrawn)
