"""`toney keys rotate`: a new key for what is encrypted in the database."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import click

from coaching.cli import database, engine
from coaching.cli.database_keys import decrypt_database, encrypt_database
from coaching.clock import SystemClock
from coaching.services import key_check
from coaching.services.vault import Vault
from coaching.serving import data_folder
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.settings import Settings


@click.group()
def keys() -> None:
    """Look after the keys of the database: of the secrets in it, and of the whole file."""


@keys.command()
@click.option("--forget", is_flag=True, help="Empty what no key can read any more.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rotate(*, forget: bool, as_json: bool) -> None:
    """Encrypt every stored secret with a new key, then forget the old ones. Stop Toney first.

    With TONEY_ENCRYPTION_KEYS put the new key before the old ones yourself, run this, and then
    remove the old ones.
    """
    settings = read_settings()
    engine.require_none(settings)
    known = data_folder.prepare(settings).encryption_keys.split(",")
    is_ours = not settings.toney_encryption_keys
    if is_ours:
        known = data_folder.keep_keys(settings, [data_folder.new_key(), *known])
    count = asyncio.run(_rotate(settings, known, forget=forget))
    if is_ours:
        data_folder.keep_keys(settings, known[:1])
    if as_json:
        click.echo(json.dumps({"encrypted": count, "old_keys": len(known) - 1}))
        return
    click.echo(f"{count} secrets are encrypted with the new key.")
    if not is_ours and len(known) > 1:
        click.echo("Only the first of TONEY_ENCRYPTION_KEYS is needed now: remove the others.")


keys.add_command(encrypt_database)
keys.add_command(decrypt_database)


async def _rotate(settings: Settings, known: Sequence[str], *, forget: bool) -> int:
    async with database.opened(settings) as db, db.system("keys rotate", write=True) as s:
        return await key_check.rotate(s, Vault(known), now=SystemClock().now(), forget=forget)
