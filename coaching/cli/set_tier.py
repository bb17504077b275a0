"""`toney set-tier USER TIER`: how many dreams somebody may have at a time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.cli.people import LIST
from coaching.clock import SystemClock
from coaching.errors import NotFound
from coaching.repositories import profiles
from coaching.settings import read_settings
from coaching.values.tiers import DREAMS, Tier, tier_of

if TYPE_CHECKING:
    from uuid import UUID


@click.command("set-tier")
@click.argument("user", type=click.UUID)
@click.argument("tier", type=click.Choice([tier.value for tier in Tier]))
@LIST
def set_tier(user: UUID, tier: str) -> None:
    """Give USER a TIER: free has 2 active dreams, pro 5, unlimited any number.

    Dreams above a new limit are kept, and another one can be added when there is room.
    """
    before = asyncio.run(_set(user, Tier(tier)))
    click.echo(f"{user} had {before.value} and has {tier} now: {_room(Tier(tier))}.")


async def _set(owner: UUID, tier: Tier) -> Tier:
    """Store the tier and return the one before; raise NotFound if there is no such person."""
    async with database.opened(read_settings()) as db, db.unit(owner, write=True) as s:
        person = await profiles.find(s, owner)
        if person is None:
            raise NotFound(f"there is no person {owner}")
        before = tier_of(person.tier)
        await profiles.change(s, owner, at=SystemClock().now(), tier=tier.value)
    return before


def _room(tier: Tier) -> str:
    return "any number of dreams" if tier is Tier.UNLIMITED else f"{DREAMS[tier]} active dreams"
