"""`toney metrics rebuild` adds the admin's numbers up again; a job keeps them otherwise."""

from __future__ import annotations

import asyncio

import click

from coaching.cli import database
from coaching.clock import SystemClock
from coaching.domains.metrics import keeping
from coaching.domains.metrics.days import basis_of
from coaching.settings import Settings, read_settings


@click.group()
def metrics() -> None:
    """Keep the numbers of the admin app."""


@metrics.command()
def rebuild() -> None:
    """Make all daily sums again from the rows; pages show the old ones until then."""
    days = asyncio.run(_rebuild(read_settings()))
    click.echo(f"Added up {days} days again.")


async def _rebuild(settings: Settings) -> int:
    async with database.opened(settings) as db:
        return await keeping.keep(db, now=SystemClock().now(), basis=basis_of(settings), again=True)
