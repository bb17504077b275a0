"""`toney migrate`: the database to this version; on PostgreSQL as the role that owns the tables."""

from __future__ import annotations

import click

from coaching.cli import database
from coaching.repositories import migrations
from coaching.serving import data_folder
from coaching.settings import read_settings


@click.command()
def migrate() -> None:
    """Bring the database to this version; a SQLite file is copied first."""
    settings = read_settings()
    data_folder.prepare(settings)
    if migrations.heads_differ(database.migration_url(settings)):
        database.migrate(settings, click.echo)
        click.echo("The database is at this version now.")
    else:
        click.echo("The database is at this version already.")
