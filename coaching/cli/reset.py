"""`toney reset`: an empty database of this version with the five recurring people, for developers.

It refuses where people may be: when PUBLIC_URL leads to another machine than this one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from urllib.parse import urlsplit

import click

from coaching.addresses import THIS_MACHINE
from coaching.cli import database, engine, first_admin
from coaching.cli.seed import seed_people
from coaching.repositories import migrations
from coaching.serving import data_folder
from coaching.serving.failures import InProduction
from coaching.settings import Settings, read_settings


@click.command()
@click.option("--yes", is_flag=True, help="Don't ask first; without a terminal it is needed.")
@click.option("--production", is_flag=True, help="Also where PUBLIC_URL is not this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def reset(*, yes: bool, production: bool, as_json: bool) -> None:
    """Delete everybody and everything in the database, then migrate and seed it.

    Backups, secrets and settings stay. You can't undo this.
    """
    settings = read_settings()
    if not production:
        _refuse_production(settings)
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("add --yes to delete everything without being asked")
        ask = f"Delete everything in {_named(settings)}? It cannot be undone."
        click.confirm(ask, abort=True, err=True)
    engine.require_none_anywhere(settings)
    data_folder.prepare(settings)
    migrations.clear(database.migration_url(settings))
    first_admin.forget(settings)
    database.migrate(settings, lambda line: click.echo(line, err=True))
    made = asyncio.run(seed_people(settings))
    click.echo(json.dumps(made) if as_json else f"The database is new, with {', '.join(made)}.")


def _refuse_production(settings: Settings) -> None:
    if urlsplit(settings.app_url).hostname not in THIS_MACHINE:
        raise InProduction(
            f"{settings.app_url} is not this machine, so there may be people: "
            "add --production if all of them are to go"
        )


def _named(settings: Settings) -> str:
    """Return where the database is, without a password."""
    parts = urlsplit(settings.database)
    return f"{parts.hostname}{parts.path}" if parts.hostname else parts.path
