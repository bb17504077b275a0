"""Keeps the roll-ups: adds up days that are over, and again what changed afterwards.

Each step is a transaction of its own. Whoever changes an old turn or call waits for it, and is
waited for, at the lock of version 0034; then one of both knows of the other.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.days import KEY, ONE, Kept, Piece, made_with
from coaching.domains.metrics.models import CalledDay, LateRow, RollUp, WrittenDay
from coaching.domains.metrics.sources import CALL_KEYS, SUMS, calls_of, turns_of
from coaching.models import ModelCall, Turn
from coaching.repositories.dialects import on_postgres, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.sources import Rows
    from coaching.repositories.db import Db

LOCK = 3_400_034
SETTLED = timedelta(hours=1)
"""A day is added up so long after its end, when every transaction of its time is over."""
AT_ONCE = 3
"""So many days are added up in one transaction."""


async def keep(db: Db, *, now: datetime, zone_name: str, again: bool = False) -> int:
    """Add up what is missing, or with `again` everything; return how many days."""
    made = 0
    while True:
        async with db.system("roll-ups", write=True) as s:
            days = await _step(s, now=now, zone_name=zone_name, again=again and made == 0)
        if not days:
            return made
        made += days


async def _step(s: AsyncSession, *, now: datetime, zone_name: str, again: bool) -> int:
    if on_postgres(s):
        await rows_of(s, sa.select(func.pg_advisory_xact_lock(LOCK)))
    zones = Kept(zone_name)
    state = await s.get(RollUp, KEY)
    if again or state is None or state.made_with != made_with(zone_name):
        state = await _begin(s, state, now=now, zones=zones)
    until = zones.day_of(state.until)
    late = await _late(s, zones)
    if late:
        days = sorted(late)[:AT_ONCE]
        await _make(s, [day for day in days if day < until], zones)
        await _forget(s, days, zones)
        return len(days)
    days = [until + ONE * place for place in range(AT_ONCE)]
    days = [day for day in days if zones.midnight(day + ONE) + SETTLED <= now]
    if days:
        await _make(s, days, zones)
        state.until = zones.midnight(days[-1] + ONE)
        s.add(state)
    return len(days)


async def _begin(s: AsyncSession, state: RollUp | None, *, now: datetime, zones: Kept) -> RollUp:
    """Delete all roll-ups and begin at the first day that has something to count."""
    for table in (WrittenDay, CalledDay, LateRow):
        await s.exec(sa.delete(table))
    oldest = [
        (await rows_of(s, sa.select(func.min(column))))[0][0]
        for column in (col(Turn.created_at), col(ModelCall.created_at))
    ]
    first = min((at for at in oldest if at is not None), default=now)
    until = zones.midnight(min(zones.day_of(first), zones.day_of(now) - ONE))
    found = state or RollUp(key=KEY, made_with="", until=until)
    found.made_with, found.until = made_with(zones.zone_name), until
    s.add(found)
    await s.flush()
    return found


async def _late(s: AsyncSession, zones: Kept) -> set[date]:
    return {zones.day_of(at) for (at,) in await rows_of(s, sa.select(col(LateRow.at)).distinct())}


async def _forget(s: AsyncSession, days: Sequence[date], zones: Kept) -> None:
    at = col(LateRow.at)
    for day in days:
        during = (at >= zones.midnight(day), at < zones.midnight(day + ONE))
        await s.exec(sa.delete(LateRow).where(*during))


async def _make(s: AsyncSession, days: Sequence[date], zones: Kept) -> None:
    """Add days up from the rows, in place of what was there."""
    if not days:
        return
    pieces = [Piece(day, zones.midnight(day), zones.midnight(day + ONE)) for day in days]
    turns, calls = turns_of(pieces).subquery(), calls_of(pieces).subquery()
    keys = ("user_id", "conversation_id", "day")
    await _replace(s, WrittenDay, days, _summed(turns, keys, ("messages",)))
    await _replace(s, CalledDay, days, _summed(calls, ("day", *CALL_KEYS), SUMS))


def _summed(found: sa.Subquery, keys: Sequence[str], sums: Sequence[str]) -> Rows:
    by = [found.c[key] for key in keys]
    return sa.select(*by, *(func.sum(found.c[name]).label(name) for name in sums)).group_by(*by)


async def _replace(s: AsyncSession, table: Any, days: Sequence[date], made: Rows) -> None:  # noqa: ANN401 - a table
    await s.exec(sa.delete(table).where(table.day.in_(days)))
    names = [column.name for column in made.selected_columns]
    await s.exec(sa.insert(table).from_select(names, made))
