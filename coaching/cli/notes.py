"""`toney import-notes` and `toney export-notes`: a person's notes as a folder of Markdown files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.cli.people import LIST
from coaching.clock import SystemClock
from coaching.domains.notes import archive, exchange
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.domains.notes.archive import File
    from coaching.domains.notes.exchange import ImportedNotes


@click.command(name="import-notes")
@click.argument("user", type=click.UUID)
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@LIST
def import_notes(user: UUID, source: Path) -> None:
    """Add the notes in SOURCE (a folder, a zip or a Markdown file) to USER's. Nothing is changed.

    Prints the files that were left out, and why.
    """
    done = asyncio.run(_import(read_settings(), user, _files(source)))
    click.echo(f"{done.added} notes added")
    for one in done.skipped:
        click.echo(f"left out: {one.path} ({one.why.replace('_', ' ')})")


@click.command(name="export-notes")
@click.argument("user", type=click.UUID)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@LIST
def export_notes(user: UUID, file: Path) -> None:
    """Write USER's notes to FILE, a zip of Markdown files."""
    file.write_bytes(asyncio.run(_export(read_settings(), user)))
    click.echo(str(file))


def _files(source: Path) -> list[File]:
    if source.is_file():
        return archive.files_of(source.name, source.read_bytes())
    found = sorted(path for path in source.rglob("*") if path.is_file())
    inside = [(path.relative_to(source), path) for path in found]
    return [
        file
        for name, path in inside
        if not any(part.startswith(".") for part in name.parts)
        for file in archive.files_of(str(name), path.read_bytes()[: archive.LARGEST])
    ]


async def _import(settings: Settings, owner: UUID, files: list[File]) -> ImportedNotes:
    prepared = exchange.prepare(files)
    async with database.opened(settings) as db, db.unit(owner, write=True) as s:
        return await exchange.import_files(s, owner, prepared, at=SystemClock().now())


async def _export(settings: Settings, owner: UUID) -> bytes:
    async with database.opened(settings) as db, db.unit(owner) as s:
        return await exchange.export_zip(s, owner)
