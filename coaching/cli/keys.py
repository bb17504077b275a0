"""`toney keys`: new keys for what is encrypted, and a SQLite file that is or isn't."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import click

from coaching.cli import engine, rotation
from coaching.cli.database_keys import decrypt_database, encrypt_database
from coaching.clock import SystemClock
from coaching.domains.backups import service as backups
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from coaching.cli.rotation import Rotated
    from coaching.settings import Settings

AFTER = "after-rotation"


@click.group()
def keys() -> None:
    """Look after the keys of the database: of the secrets in it, and of the whole file."""


@keys.command()
@click.option("--forget", is_flag=True, help="Empty what no key can read any more.")
@click.option(
    "--new-key-file", default="", help="A file for the new key if TONEY_DATABASE_KEY is set."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rotate(*, forget: bool, new_key_file: str, as_json: bool) -> None:
    """Make new keys for everything that is encrypted, and check that they read it.

    Stop Toney first. The secrets in the database get a new key, and so does the whole SQLite file
    if it is encrypted. If the command is interrupted, run it again. It says which settings to
    change, and which old keys to keep for older backups.
    """
    settings, now = read_settings(), SystemClock().now()
    engine.require_none_anywhere(settings)
    settings, file = rotation.rotate_file(settings, new_key_file, now)
    secrets = asyncio.run(rotation.rotate_secrets(settings, now, forget=forget))
    backup = None
    if file.count:
        folder = settings.data_dir / "backups"
        backup = backups.make_in(folder, settings.database, name=AFTER, keep=1, now=now)
    to_set = {name: str(place) for name, place in (*file.to_set, *secrets.to_set)}
    kept = [str(place) for place in (*file.kept, *secrets.kept)]
    if as_json:
        done = {"encrypted": secrets.count, "rows": file.count, "set": to_set, "old_keys": kept}
        click.echo(json.dumps({**done, "backup": str(backup) if backup else None}))
        return
    for line in _told(settings, file, secrets, backup):
        click.echo(line)


keys.add_command(encrypt_database)
keys.add_command(decrypt_database)


def _told(
    settings: Settings, file: Rotated, secrets: Rotated, backup: Path | None
) -> Iterator[str]:
    if file.count:
        rows = "1 row" if file.count == 1 else f"{file.count} rows"
        yield f"The database is encrypted with a new key: {rows}, compared."
    if secrets.count == 1:
        yield "1 secret is encrypted with a new key; it was read with it."
    else:
        yield f"{secrets.count} secrets are encrypted with a new key; each was read with it."
    for name, place in file.to_set:
        yield f"Set {name}={place} and remove TONEY_DATABASE_KEY before you start Toney."
    for name, place in secrets.to_set:
        yield f"Set {name} to the content of {place} before you start Toney."
    if settings.toney_encryption_keys and not secrets.to_set:
        yield "Only the first of TONEY_ENCRYPTION_KEYS is needed now: remove the others."
    kept = [str(place) for place in (*file.kept, *secrets.kept)]
    if kept:
        yield f"Backups made before now need the old keys: {', '.join(kept)}."
        yield "Keep these files with those backups, not on this machine; delete both together."
    if file.to_set or secrets.to_set:
        yield "Backups made before now need the old keys: keep what the settings held with them."
    if backup is not None:
        yield f"A backup with the new key is {backup}."
