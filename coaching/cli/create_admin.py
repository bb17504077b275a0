"""`toney create-admin`: one more person for the admin app, or a new invite for one."""

from __future__ import annotations

import asyncio
import json

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.domains.admin_access import invites
from coaching.serving.apps import face
from coaching.settings import read_settings
from coaching.values.enums import AdminRole


@click.command()
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice([role.value for role in AdminRole]),
    help="A viewer changes nothing and reads nobody's words. Without it: admin.",
)
@click.option("--reset", is_flag=True, help="Sign an admin out and invite them again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def create_admin(name: str, *, role: str | None, reset: bool, as_json: bool) -> None:
    """Make the admin NAME and print an invite link that works once, for a day."""
    settings = read_settings()
    wanted = AdminRole(role) if role else None
    token = asyncio.run(_invite(name, wanted, reset=reset))
    link = f"{face(settings, 'admin').url}/?invite={token}"
    if as_json:
        click.echo(json.dumps({"name": name, "link": link}))
    else:
        click.echo(f"Invite for {name}, works once within 24 hours:\n{link}")


async def _invite(name: str, role: AdminRole | None, *, reset: bool) -> str:
    async with database.opened(read_settings()) as db:
        return await invites.invite(db, name, role, reset=reset, now=SystemClock().now())
