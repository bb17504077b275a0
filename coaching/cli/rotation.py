"""`toney keys rotate`: new keys for the secrets in the database and for the whole SQLite file.

A new key is on the disk before anything is encrypted with it, and the old one is put aside before
it is replaced: whatever a kill leaves, the next run finds both and goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from pydantic import SecretStr

from coaching.cli import database
from coaching.domains.backups import conversion
from coaching.domains.backups.sqlite import inspected
from coaching.errors import NotFound
from coaching.repositories import sqlite_files
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.repositories.sqlite_cipher import WrongKey
from coaching.services import key_check
from coaching.services.vault import Vault
from coaching.serving import data_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from coaching.settings import Settings

SECRETS = "encryption_keys"
NEW = ".new"


@dataclass(frozen=True, slots=True)
class Rotated:
    """What a rotation did, and what its operator has to do: change settings, keep old keys.

    `count` is how many rows or secrets the new key reads; 0 if nothing had to be encrypted.
    """

    count: int
    to_set: tuple[tuple[str, Path], ...] = ()
    """A setting, and the file with the key that belongs into it."""
    kept: tuple[Path, ...] = ()
    """Files with old keys: older backups need them."""


def unfinished(settings: Settings) -> Path | None:
    """Return a new key that isn't in use yet: interrupted, or it waits for a setting."""
    places = [settings.data_dir / SECRETS]
    if settings.toney_database_key_file:
        places.append(Path(settings.toney_database_key_file))
    drafts = [place.with_name(place.name + NEW) for place in places]
    return next((draft for draft in drafts if draft.exists()), None)


def rotate_file(settings: Settings, into: str, now: datetime) -> tuple[Settings, Rotated]:
    """Encrypt the SQLite file with a new key; return the settings that open it from now on.

    `into` names the file for the new key if the old one is in the environment. A plain database,
    and PostgreSQL, have no key: nothing happens.
    """
    if is_postgres(settings.database) or not sqlite_files.key_in(settings):
        return settings, Rotated(0)
    file = Path(sqlite_file(settings.database))
    if not file.exists():
        raise NotFound(f"there is no database at {file} yet: start Toney, it makes one")
    if settings.toney_database_key.get_secret_value():
        return _out_of_the_environment(settings, file, into)
    place = Path(settings.toney_database_key_file)
    draft = place.with_name(place.name + NEW)
    rows, _ = _under_new_key(file, sqlite_files.key_in(settings), draft)
    aside = put_aside(place, now)
    draft.replace(place)
    return settings, Rotated(rows, kept=(aside,))


def _out_of_the_environment(settings: Settings, file: Path, into: str) -> tuple[Settings, Rotated]:
    if not into:
        raise click.UsageError(
            "TONEY_DATABASE_KEY is in the environment: name a file for the new key, best on "
            "another disk, with --new-key-file FILE (it is made if it isn't there)"
        )
    place = Path(into).absolute()
    rows, was_done = _under_new_key(file, sqlite_files.key_in(settings), place)
    name = "toney_database_key_file"
    there = settings.model_copy(update={"toney_database_key": SecretStr(""), name: str(place)})
    to_set = ((name.upper(), place),)
    return there, Rotated(0 if was_done else rows, to_set=to_set)


def _under_new_key(file: Path, key: str, draft: Path) -> tuple[int, bool]:
    """Encrypt a file with the key in `draft`, made now if it isn't there.

    Return its rows, and True if it was encrypted with that key before.
    """
    new_key = sqlite_files.key_in_file(data_folder.key_file(draft))
    sqlite_files.forget(file)
    if _opens(file, new_key):
        return sum(inspected(file, key=new_key)[1].values()), True
    return conversion.convert(file, key=key, new_key=new_key), False


def _opens(file: Path, key: str) -> bool:
    try:
        sqlite_files.connect(file, key=key, read_only=True).close()
    except WrongKey:
        return False
    return True


async def rotate_secrets(settings: Settings, now: datetime, *, forget: bool) -> Rotated:
    """Encrypt every stored secret with a new key, and read each with that key alone."""
    folder, draft = settings.data_dir, settings.data_dir / f"{SECRETS}{NEW}"
    known = data_folder.prepare(settings).encryption_keys.split(",")
    if not settings.toney_encryption_keys:
        known = data_folder.keep_keys(settings, [data_folder.new_key(), *known])
        count = await _again(settings, known, now, forget=forget)
        aside = data_folder.write(folder / f"{SECRETS}.{_stamp(now)}", ",".join(known[1:]))
        data_folder.keep_keys(settings, known[:1])
        return Rotated(count, kept=(aside,))
    is_there = draft.exists() and draft.read_text("ascii").strip() == known[0]
    if is_there or (not draft.exists() and not await _is_newest(settings, known)):
        # The new key is in the settings already.
        count = await _again(settings, known, now, forget=forget)
        draft.unlink(missing_ok=True)
        return Rotated(count)
    known = [data_folder.kept(draft, data_folder.new_key), *known]
    count = await _again(settings, known, now, forget=forget)
    return Rotated(count, to_set=((f"TONEY_{SECRETS.upper()}", draft),))


async def _again(settings: Settings, known: Sequence[str], now: datetime, *, forget: bool) -> int:
    """Encrypt with the first key; return how many secrets that key reads now."""
    async with database.opened(settings) as db:
        async with db.system("keys rotate", write=True) as s:
            await key_check.rotate(s, Vault(known), now=now, forget=forget)
        async with db.system("keys rotate") as s:
            return await key_check.verify(s, Vault(known[:1]))


async def _is_newest(settings: Settings, known: Sequence[str]) -> bool:
    async with database.opened(settings) as db, db.system("keys rotate") as s:
        return await key_check.is_newest(s, Vault(known))


def put_aside(place: Path, now: datetime) -> Path:
    """Copy a file with a key under the day and time; return the copy."""
    return data_folder.write(
        place.with_name(f"{place.name}.{_stamp(now)}"), place.read_text("ascii").strip()
    )


def _stamp(now: datetime) -> str:
    return f"before-{now:%Y%m%dT%H%M%S%fZ}"
