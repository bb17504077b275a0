"""`toney create-admin`: one more person for the admin app, or a new password for one."""

from __future__ import annotations

import asyncio
import json
import secrets

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.errors import Conflict, NotFound
from coaching.repositories import admins as stored
from coaching.services import admins
from coaching.settings import read_settings

_PASSWORD_BYTES = 18


@click.command()
@click.argument("name")
@click.option("--reset", is_flag=True, help="Give an admin that exists a new password.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def create_admin(name: str, *, reset: bool, as_json: bool) -> None:
    """Make the admin NAME and print the password, once."""
    password = secrets.token_urlsafe(_PASSWORD_BYTES)
    asyncio.run(_store(name, password, reset=reset))
    if as_json:
        click.echo(json.dumps({"name": name, "password": password}))
    else:
        click.echo(f"{name}: {password}   (shown this once)")


async def _store(name: str, password: str, *, reset: bool) -> None:
    async with database.opened(read_settings()) as db:
        async with db.system("create-admin") as s:
            is_there = await stored.named(s, name) is not None
        if is_there and not reset:
            raise Conflict(f"there is an admin {name}; use --reset for a new password")
        if reset and not is_there:
            raise NotFound(f"there is no admin {name}")
        await admins.set_password(db, name, password, now=SystemClock().now())
