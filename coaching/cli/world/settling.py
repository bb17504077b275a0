"""Puts the made-up people into a database; whoever is there already is left alone."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col

from coaching.cli.world.history import live
from coaching.cli.world.people import DAYS, chance, somebody
from coaching.cli.world.story import ORDER
from coaching.models import User
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from random import Random
    from uuid import UUID

    from coaching.cli.world.people import Somebody
    from coaching.cli.world.story import Story
    from coaching.repositories.db import Db


async def settle(db: Db, *, people: int, now: datetime) -> int:
    """Add the made-up people who are missing; return how many.

    Each is one transaction, so a run that is broken off can be run again.
    """
    start, end = _days(now)
    added = 0
    for person, random in _everybody(people):
        if await _is_there(db, person.id):
            continue
        await _add(db, live(person, random, start=start, end=end))
        added += 1
    return added


def _everybody(people: int) -> Iterator[tuple[Somebody, Random]]:
    for number in range(people):
        random = chance(number)
        yield somebody(number, random), random


def _days(now: datetime) -> tuple[datetime, datetime]:
    end = now.replace(minute=0, second=0, microsecond=0)
    return end.replace(hour=0) - timedelta(days=DAYS), end


async def _is_there(db: Db, owner: UUID) -> bool:
    async with db.unit(owner) as s:
        return bool(await rows_of(s, sa.select(col(User.id)).where(col(User.id) == owner)))


async def _add(db: Db, story: Story) -> None:
    async with db.unit(story.person.id, write=True) as s:
        connection = await s.connection()
        for model in ORDER:
            for _, alike in groupby(story.rows[model], key=_columns):
                await connection.execute(sa.insert(model), list(alike))


def _columns(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(row))
