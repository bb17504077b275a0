"""`--list` of the commands that take a person: who there is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.domains.privacy import queries
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from coaching.domains.privacy.queries import Person


def _print_list(ctx: click.Context, _parameter: click.Parameter, is_asked: bool) -> None:  # noqa: FBT001 - click's signature
    if not is_asked or ctx.resilient_parsing:
        return
    for person in asyncio.run(_everybody(read_settings())):
        seen = person.last_seen_at or person.created_at
        name = person.name or "(no name)"
        click.echo(f"{person.id}  {name:<20}  {seen:%Y-%m-%d}  {person.messages} messages")
    ctx.exit()


LIST = click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_list,
    help="Print who there is: id, name, last day here, messages.",
)


async def _everybody(settings: Settings) -> list[Person]:
    async with database.opened(settings) as db, db.system("list of people") as s:
        return await queries.everybody(s)
