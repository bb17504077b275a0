"""Keeps the roll-ups: adds up days that are over, and again what changed afterwards.

Each step is a transaction of its own. Whoever changes an old turn or call waits for it, and is
waited for, at the lock of version 0034; then one of both knows of the other.

If the zone or the prices change, all days are made again beside the ones that pages read, and pages
change to them when they are complete.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics import numbers
from coaching.domains.metrics.adding_up import add_up
from coaching.domains.metrics.days import KEY, ONE, Kept, Piece, is_readable, made_with, zones_of
from coaching.domains.metrics.kinds import SOURCES
from coaching.domains.metrics.models import (
    CalledDay,
    CalledGroup,
    DoneDay,
    GoneNumber,
    LateRow,
    PersonNumber,
    RollUp,
    WrittenDay,
)
from coaching.models import ModelCall
from coaching.repositories.dialects import on_postgres, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.days import Basis
    from coaching.repositories.db import Db

NEXT = "next"
"""The key of the roll-ups that are being made again, which no page reads yet."""
LOCK = 3_400_034
SETTLED = timedelta(hours=1)
"""A day is added up so long after its end, when every transaction of its time is over."""
OFTEN = timedelta(minutes=30)
"""Today is added up again as often."""
AT_ONCE = 3
"""So many days are added up in one transaction."""
_BY_DAY = (WrittenDay, CalledDay, CalledGroup, DoneDay)


async def keep(db: Db, *, now: datetime, basis: Basis, again: bool = False) -> int:
    """Add up what is missing, or with `again` everything; return how many days."""
    await _delete_replaced(db)
    made = 0
    while days := await step(db, now=now, basis=basis, again=again and made == 0):
        made += days
    return made


async def step(db: Db, *, now: datetime, basis: Basis, again: bool = False) -> int:
    """Add up the next days that are missing; return how many."""
    async with db.system("roll-ups", write=True) as s:
        if on_postgres(s):
            await rows_of(s, sa.select(func.pg_advisory_xact_lock(LOCK)))
        state = await s.get(RollUp, KEY)
        if state is None or not is_readable(state):
            state = await _begin(s, state, now=now, basis=basis)
        making = await _making(s, state, now=now, basis=basis, again=again)
        await numbers.give(s, state)
        days = await _late(s, state, making, basis)
        days = days or await _advance(s, state, now=now, basis=basis)
        if days or making is None:
            return days
        making.numbers = state.numbers
        days = await _advance(s, making, now=now, basis=basis)
        if not days:
            await _swap(s, state, making)
        return days


async def _advance(s: AsyncSession, state: RollUp, *, now: datetime, basis: Basis) -> int:
    """Add up the first days that are missing, else today so far."""
    zones = zones_of(state, basis)
    until = zones.day_of(state.until)
    days = [until + ONE * place for place in range(AT_ONCE)]
    days = [day for day in days if zones.midnight(day + ONE) + SETTLED <= now]
    if days:
        if state.key == KEY:
            await numbers.leave_out_the_gone(s)
        over = zones.midnight(days[-1] + ONE)
    elif now - SETTLED - state.until >= OFTEN:
        days, over = [until], now - SETTLED
    else:
        return 0
    await add_up(s, list(_pieces(days, zones, over)), zones, state)
    state.until = over
    s.add(state)
    return len(days)


def _pieces(days: Sequence[date], zones: Kept, until: datetime) -> Iterator[Piece]:
    """Yield the days, the last one as far as an instant."""
    for day in days:
        start, end = zones.midnight(day), min(until, zones.midnight(day + ONE))
        if start < end:
            yield Piece(day, start, end)


async def _begin(s: AsyncSession, state: RollUp | None, *, now: datetime, basis: Basis) -> RollUp:
    """Delete all roll-ups, which no page can read, and begin at the first day there is."""
    for table in (*_BY_DAY, LateRow, GoneNumber):
        await s.exec(sa.delete(table))
    await s.exec(sa.delete(RollUp).where(col(RollUp.key) == NEXT))
    await s.exec(sa.update(PersonNumber).values(sessions=0, first_day=None))
    until = await _first_midnight(s, now, Kept(basis))
    found = state or RollUp(key=KEY, made_with="", until=until)
    found.made_with, found.until = made_with(basis), until
    s.add(found)
    await s.flush()
    return found


async def _making(
    s: AsyncSession, state: RollUp, *, now: datetime, basis: Basis, again: bool
) -> RollUp | None:
    """Return the roll-ups that are being made beside those of `state`, if all are made again."""
    making, wanted = await s.get(RollUp, NEXT), made_with(basis)
    if making is not None and (again or making.made_with != wanted):
        for table in _BY_DAY:
            await s.exec(sa.delete(table).where(col(table.generation) == making.generation))
        await s.delete(making)
        await s.flush()
        making = None
    if making is None and (again or state.made_with != wanted):
        until = await _first_midnight(s, now, Kept(basis))
        making = RollUp(key=NEXT, made_with=wanted, until=until, generation=state.generation + 1)
        s.add(making)
        await s.flush()
    return making


async def _first_midnight(s: AsyncSession, now: datetime, zones: Kept) -> datetime:
    """Return the begin of the first day that has something to count."""
    columns: set[Any] = {one.at for one in SOURCES.values()} | {col(ModelCall.created_at)}
    oldest = [(await rows_of(s, sa.select(func.min(column))))[0][0] for column in columns]
    first = min((at for at in oldest if at is not None), default=now)
    return zones.midnight(min(zones.day_of(first), zones.day_of(now) - ONE))


async def _swap(s: AsyncSession, state: RollUp, making: RollUp) -> None:
    """Let pages read the days that were made again. The old ones go with the next run."""
    await numbers.count_all_sessions(s, state.numbers, making.generation)
    state.made_with, state.until = making.made_with, making.until
    state.generation = making.generation
    s.add(state)
    await s.delete(making)


async def _delete_replaced(db: Db) -> None:
    """Delete the days that were replaced: a page that began before may have read them still."""
    async with db.system("roll-ups", write=True) as s:
        state = await s.get(RollUp, KEY)
        if state is None or not state.generation:
            return
        for table in _BY_DAY:
            await s.exec(sa.delete(table).where(col(table.generation) < state.generation))


async def _late(s: AsyncSession, state: RollUp, making: RollUp | None, basis: Basis) -> int:
    """Add days again of which rows came, went or changed; return how many."""
    zones = zones_of(state, basis)
    late = {at for (at,) in await rows_of(s, sa.select(col(LateRow.at)).distinct())}
    days = sorted({zones.day_of(at) for at in late})[:AT_ONCE]
    if not days:
        return 0
    await add_up(s, list(_pieces(days, zones, state.until)), zones, state)
    if making is not None:
        theirs = zones_of(making, basis)
        also = sorted({theirs.day_of(at) for at in late if zones.day_of(at) in days})
        await add_up(s, list(_pieces(also, theirs, making.until)), theirs, making)
    await _forget(s, days, zones)
    return len(days)


async def _forget(s: AsyncSession, days: Sequence[date], zones: Kept) -> None:
    at = col(LateRow.at)
    for day in days:
        during = (at >= zones.midnight(day), at < zones.midnight(day + ONE))
        await s.exec(sa.delete(LateRow).where(*during))
