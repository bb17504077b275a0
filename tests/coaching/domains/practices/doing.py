"""Doing a practice in a test: each step in a unit of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices import queries, service
from coaching.domains.practices.runner import Answer

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.practices.models import PracticeRun
    from coaching.domains.practices.screen import Shown
    from coaching.repositories.db import Db

TO_THE_END = (Answer(chip="scared"), Answer(number=7), Answer(), Answer(number=4))


async def start(db: Db, owner: UUID, clock: FrozenClock, id_: str = "name_it") -> Shown:
    async with db.unit(owner, write=True) as s:
        return await service.start(s, owner, id_, clock.now())


async def answer(db: Db, owner: UUID, clock: FrozenClock, shown: Shown, given: Answer) -> Shown:
    async with db.unit(owner, write=True) as s:
        return await service.answer(s, owner, shown.run_id, given, clock.now())


async def to_the_end(db: Db, owner: UUID, clock: FrozenClock) -> Shown:
    shown = await start(db, owner, clock)
    for given in TO_THE_END:
        shown = await answer(db, owner, clock, shown, given)
    assert shown.type == "end"
    return shown


async def current(db: Db, owner: UUID, clock: FrozenClock) -> Shown | None:
    async with db.unit(owner, write=True) as s:
        return await service.current(s, owner, clock.now())


async def row(db: Db, owner: UUID, shown: Shown) -> PracticeRun:
    async with db.unit(owner) as s:
        return await queries.require(s, owner, shown.run_id)
