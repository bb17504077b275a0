"""`toney keys encrypt-database` and `decrypt-database`: all words at rest, or none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coaching.cli import engine
from coaching.clock import SystemClock
from coaching.domains.backups import conversion, service, sqlite
from coaching.errors import NotAllowed
from coaching.repositories import sqlite_cipher, sqlite_files
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.serving import data_folder
from coaching.settings import read_settings

if TYPE_CHECKING:
    from coaching.settings import Settings

BEFORE = "before-encryption"
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command("encrypt-database")
@click.option(
    "--delete-plain", is_flag=True, help="Then delete the backups that are not encrypted."
)
@_AS_JSON
def encrypt_database(*, delete_plain: bool, as_json: bool) -> None:
    """Encrypt the SQLite file with the key of the settings, after a backup. Stop Toney first.

    TONEY_DATABASE_KEY_FILE names a file for the key, best on another disk; it is made if it isn't
    there. Without the key nobody can read the data again, so keep a copy of it somewhere safe.
    """
    settings = read_settings()
    file = _file(settings)
    engine.require_none(settings)
    key, is_new = _key(settings)
    folder, url = settings.data_dir / "backups", settings.database
    copy, rows = None, 0
    sqlite_files.forget(file)  # until it is encrypted
    if sqlite_cipher.is_plain(file) or not file.exists():
        copy = service.make_in(folder, url, name=BEFORE, keep=1, now=SystemClock().now())
        rows = conversion.convert(file, key="", new_key=key)
    else:
        sqlite_files.connect(file, key=key, read_only=True).close()
    plain = plain_backups(folder)
    for one in plain if delete_plain else ():
        one.unlink()
    if as_json:
        left = [] if delete_plain else [str(one) for one in plain]
        made = settings.toney_database_key_file if is_new else None
        click.echo(json.dumps({"rows": rows, "plain_backups": left, "new_key_file": made}))
        return
    if is_new:
        click.echo(
            f"A new key is in {settings.toney_database_key_file}. Keep a copy of it: without it"
        )
        click.echo("nobody can read the data again.")
    compared = f": {rows} rows, compared with the file of before" if rows else " already"
    click.echo(f"{file} is encrypted{compared}.")
    _say_what_is_plain(plain, copy, is_deleted=delete_plain)


@click.command("decrypt-database")
@_AS_JSON
def decrypt_database(*, as_json: bool) -> None:
    """Write the SQLite file without encryption again. Stop Toney first; then remove the key."""
    settings = read_settings()
    file = _file(settings)
    engine.require_none(settings)
    key = sqlite_files.key_in(settings)
    if not key:
        raise click.UsageError("set TONEY_DATABASE_KEY or TONEY_DATABASE_KEY_FILE to its key")
    rows = conversion.convert(file, key=key, new_key="")
    if as_json:
        click.echo(json.dumps({"rows": rows}))
        return
    click.echo(f"{file} is not encrypted any more: {rows} rows. Now remove TONEY_DATABASE_KEY and")
    click.echo("TONEY_DATABASE_KEY_FILE from the settings. Older backups still need the key.")


def plain_backups(folder: Path) -> list[Path]:
    """Return the backups and copies in a folder that anybody can read."""
    found = sorted([*folder.glob("*.zip"), *folder.glob("*.db")])
    return [one for one in found if sqlite.is_plain(one)]


def _file(settings: Settings) -> Path:
    if is_postgres(settings.database):
        raise NotAllowed("Toney doesn't encrypt PostgreSQL: encrypt the disk of its server")
    return Path(sqlite_file(settings.database))


def _key(settings: Settings) -> tuple[str, bool]:
    """Return the key of the settings, and True if its file was made now."""
    name = Path(settings.toney_database_key_file)
    written = settings.toney_database_key.get_secret_value()
    if not written and not settings.toney_database_key_file:
        raise click.UsageError(
            "set TONEY_DATABASE_KEY_FILE to a file on another disk (it is made if it isn't there), "
            "then run this again"
        )
    sqlite_cipher.require()
    is_new = not written and not name.exists()
    if is_new:
        data_folder.key_file(name)
    return sqlite_files.key_in(settings), is_new


def _say_what_is_plain(plain: list[Path], copy: Path | None, *, is_deleted: bool) -> None:
    if not plain:
        return
    if is_deleted:
        click.echo(f"{len(plain)} backups that were not encrypted are deleted.")
        return
    if copy is not None:
        click.echo(f"The file of before is in {copy}.")
    click.echo(f"{len(plain)} backups are not encrypted. Start Toney, and when all is well:")
    click.echo("toney keys encrypt-database --delete-plain")
