"""`toney backup FILE`: the whole database in one file, while Toney runs or not."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.settings import read_settings


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def backup(file: Path, *, as_json: bool) -> None:
    """Write the whole database to FILE, which only you may read. The keys are not in it."""
    settings = read_settings()
    made = service.make(database.migration_url(settings), file, SystemClock().now())
    if as_json:
        click.echo(json.dumps({"file": str(file), **asdict(made)}))
    else:
        click.echo(f"{file}: {sum(made.rows.values())} rows at version {made.revision}, checked.")
        click.echo(
            f"Keep it apart from the keys in {settings.data_dir} (secret_key, encryption_keys)."
        )
