"""`toney restore FILE`: a backup in the place of the database."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sqlalchemy.exc import SQLAlchemyError

from coaching.cli import database, engine
from coaching.clock import SystemClock
from coaching.domains.backups import service
from coaching.domains.privacy import old_access, returned
from coaching.errors import ToneyError
from coaching.repositories import migrations
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.serving import data_folder
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.domains.privacy.old_access import Access, EndedAccess
    from coaching.domains.privacy.returned import Ended


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--yes", is_flag=True, help="Replace the data that is there; a copy of it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def restore(file: Path, *, yes: bool, as_json: bool) -> None:
    """Check FILE and put it in the place of the database. Stop Toney first.

    Sign-ins, API tokens and grants end, unless the database that is replaced still has them.
    """
    settings = read_settings()
    engine.require_none(settings)
    data_folder.prepare(settings)
    place = service.Place(settings.database, database.migration_url(settings))
    known = _access(settings)
    found, copy = service.restore(
        file, place, replace=yes, copies=settings.data_dir / "backups", now=SystemClock().now()
    )
    ended, access = asyncio.run(_hold_to_what_was_said(settings, known))
    if as_json:
        kept = None if copy is None else str(copy)
        more = {"file": str(file), "replaced": kept, "access": asdict(access)}
        again = {"deleted_again": ended.deleted, "withdrawn_again": ended.withdrawn}
        click.echo(json.dumps(more | again | asdict(found)))
        return
    rows = sum(found.rows.values())
    click.echo(f"Restored {rows} rows of {found.made_at} (version {found.revision}).")
    if copy is not None:
        click.echo(f"What was there before is in {copy}.")
    for line in (*_about_people(ended), *_about_access(access)):
        click.echo(line)


def _about_people(ended: Ended) -> Iterator[str]:
    if ended.deleted:
        yield f"{ended.deleted} who left after it was made were deleted again."
    if ended.withdrawn:
        yield f"{ended.withdrawn} who withdrew their consent after it was made are asked again."


def _about_access(access: EndedAccess) -> Iterator[str]:
    what = {
        "sessions": "signed-in browsers",
        "api_tokens": "API tokens",
        "access_grants": "grants",
        "admin_sessions": "signed-in admins",
        "admin_invites": "invites of admins",
    }
    over = [f"{count} {what[table]}" for table, count in access.ended.items() if count]
    if over:
        yield f"Ended, because they may have been ended since: {', '.join(over)}."
    if access.removed_ways:
        yield f"{access.removed_ways} ways to sign in that were removed since are removed again."
    if access.kept_guests:
        yield f"{access.kept_guests} browsers of guests with no other way in stay signed in."
    if access.changed_admins:
        names = ", ".join(access.changed_admins)
        yield f"Passwords and second factors are again those of the backup for: {names}."
        yield "If one was changed because someone had it, run `toney create-admin NAME --reset`."


def _access(settings: Settings) -> Access:
    """Return the access that is valid before the restore, as far as the database can be read."""
    is_file = not is_postgres(settings.database)
    if is_file and not Path(sqlite_file(settings.database)).exists():
        return old_access.NOTHING_KNOWN
    try:
        if migrations.heads_differ(database.migration_url(settings)):
            return old_access.NOTHING_KNOWN
        return asyncio.run(_read(settings))
    except (ToneyError, OSError, SQLAlchemyError, sqlite3.Error):
        return old_access.NOTHING_KNOWN


async def _read(settings: Settings) -> Access:
    async with database.opened(settings) as db:
        return await old_access.read(db, now=SystemClock().now())


async def _hold_to_what_was_said(settings: Settings, known: Access) -> tuple[Ended, EndedAccess]:
    now = SystemClock().now()
    async with database.opened(settings) as db:
        ended = await returned.end_again(db, settings, now=now)
        return ended, await old_access.end(db, known, now=now)
