"""The eval cases that admins made of flagged replies, from the database of the settings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.domains.quality import cases
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from coaching.evals.report import Row


def kept_cases() -> list[Row]:
    """Return the cases; say where they come from if there is none."""
    rows = asyncio.run(_every(read_settings()))
    if not rows:
        raise click.UsageError(
            "there is no eval case yet: an admin makes them on the page Quality of the admin app"
        )
    return rows


async def _every(settings: Settings) -> list[Row]:
    async with database.opened(settings) as db:
        return [dict(example) for example in await cases.every(db)]
