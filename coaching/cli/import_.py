"""`toney import FILE`: somebody's export becomes a person of this instance."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.domains.privacy import deletion_log, importing
from coaching.domains.privacy.importing import BadExport, Imported
from coaching.settings import Settings, read_settings


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_person(file: Path, *, as_json: bool) -> None:
    """Add the person in FILE, a data file (JSON) of an export. Nobody who is here is changed.

    Prints a code that signs them in, and what was left out. They are asked for their consent anew.
    """
    if file.stat().st_size > importing.LARGEST:
        raise BadExport(f"an export has at most {importing.LARGEST // 1024 // 1024} MB")
    done = asyncio.run(_import(read_settings(), file.read_bytes()))
    if as_json:
        click.echo(json.dumps(asdict(done), default=str))
        return
    click.echo(f"{done.owner}: {sum(done.rows.values())} rows" + _new_ids(done))
    for name, why in done.skipped.items():
        click.echo(f"left out: {name.replace('_', ' ')} ({why})")
    click.echo(f"Recovery code to sign in with, shown this once: {done.code}")


def _new_ids(done: Imported) -> str:
    return ", with new ids, because some were in use here before" if done.has_new_ids else ""


async def _import(settings: Settings, exported: bytes) -> Imported:
    async with database.opened(settings) as db:
        gone = deletion_log.people(settings)
        return await importing.import_person(db, exported, now=SystemClock().now(), gone=gone)
