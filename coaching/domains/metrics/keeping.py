"""Keeps the roll-ups: adds up days that are over, and again what changed afterwards.

Each step is a transaction of its own. Whoever changes an old turn or call waits for it, and is
waited for, at the lock of version 0034; then one of both knows of the other.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select

from coaching.domains.metrics.crowds import Tally, crowd
from coaching.domains.metrics.days import KEY, ONE, Kept, Piece, made_with
from coaching.domains.metrics.done import Who, counted
from coaching.domains.metrics.kinds import SOURCES, Kind
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
from coaching.domains.metrics.sources import (
    CALL_KEYS,
    GROUP_KEYS,
    NO_STEP,
    SUMS,
    calls_of,
    grouped_calls,
    turns_of,
)
from coaching.models import ModelCall, User
from coaching.repositories.dialects import on_postgres, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.sources import Rows
    from coaching.repositories.db import Db

LOCK = 3_400_034
SETTLED = timedelta(hours=1)
"""A day is added up so long after its end, when every transaction of its time is over."""
OFTEN = timedelta(minutes=30)
"""Today is added up again as often."""
AT_ONCE = 3
"""So many days are added up in one transaction."""
_UNKNOWN = -1


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
    await _number(s, state)
    late = await _late(s, zones)
    if late:
        days = sorted(late)[:AT_ONCE]
        await _make(s, list(_pieces(days, zones, state.until)), zones, state)
        await _forget(s, days, zones)
        return len(days)
    days = [until + ONE * place for place in range(AT_ONCE)]
    days = [day for day in days if zones.midnight(day + ONE) + SETTLED <= now]
    if days:
        await _leave_out_the_gone(s)
        over = zones.midnight(days[-1] + ONE)
    elif now - SETTLED - state.until >= OFTEN:
        days, over = [until], now - SETTLED
    else:
        return 0
    await _make(s, list(_pieces(days, zones, over)), zones, state)
    state.until = over
    s.add(state)
    return len(days)


def _pieces(days: Sequence[date], zones: Kept, until: datetime) -> Iterator[Piece]:
    """Yield the days, the last one as far as an instant."""
    for day in days:
        start, end = zones.midnight(day), min(until, zones.midnight(day + ONE))
        if start < end:
            yield Piece(day, start, end)


async def _begin(s: AsyncSession, state: RollUp | None, *, now: datetime, zones: Kept) -> RollUp:
    """Delete all roll-ups and begin at the first day that has something to count."""
    for table in (WrittenDay, CalledDay, CalledGroup, DoneDay, LateRow, GoneNumber):
        await s.exec(sa.delete(table))
    await s.exec(sa.update(PersonNumber).values(sessions=0, first_day=None))
    oldest = [
        (await rows_of(s, sa.select(func.min(column))))[0][0]
        for column in (col(ModelCall.created_at), *{one.at for one in SOURCES.values()})
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


async def _make(s: AsyncSession, pieces: Sequence[Piece], zones: Kept, state: RollUp) -> None:
    """Add days up from the rows, in place of what was there."""
    if not pieces:
        return
    days = [piece.day for piece in pieces]
    turns, calls = turns_of(pieces).subquery(), calls_of(pieces).subquery()
    keys = ("user_id", "conversation_id", "day")
    await _mark(s, days)
    await _replace(s, WrittenDay, days, _summed(turns, keys, ("messages",)))
    await _count_sessions(s, days)
    await _replace(s, CalledDay, days, _summed(calls, ("day", *CALL_KEYS), SUMS))
    await _replace(s, CalledGroup, days, _by_group(pieces, is_postgres=on_postgres(s)))
    await s.exec(sa.delete(DoneDay).where(col(DoneDay.day).in_(days)))
    whom = Who(Kept(zones.zone_name, until=days[0], numbers=state.numbers))
    spans = [(piece.start, piece.end) for piece in pieces if piece.start is not None]
    for kind in Kind:
        for (start, _), names in (await counted(s, kind, whom, spans)).items():
            for name, tally in names.items():
                row = DoneDay(
                    kind=kind.value,
                    day=zones.day_of(start),
                    name=name,
                    times=tally.times(),
                    people=tally.pack(),
                )
                s.add(row)
    await s.flush()


async def _number(s: AsyncSession, state: RollUp) -> None:
    """Give everybody a number who has none."""
    person: Any = User
    place = func.row_number().over(order_by=(person.created_at, person.id))
    new = sa.select(person.id, state.numbers - 1 + place, sa.literal(0)).where(
        ~sa.exists().where(col(PersonNumber.user_id) == person.id)
    )
    await s.exec(sa.insert(PersonNumber).from_select(["user_id", "number", "sessions"], new))
    [(last,)] = await rows_of(s, sa.select(func.max(col(PersonNumber.number))))
    state.numbers = max(state.numbers, 0 if last is None else last + 1)
    s.add(state)
    await s.flush()


async def _mark(s: AsyncSession, days: Sequence[date]) -> None:
    """Note the people who wrote on these days: perhaps they did not, after all."""
    marked = sa.update(PersonNumber).values(sessions=_UNKNOWN)
    await s.exec(marked.where(_wrote_on(days)))


async def _count_sessions(s: AsyncSession, days: Sequence[date]) -> None:
    """Count anew the sessions of those who are marked or wrote on these days."""
    mine = col(WrittenDay.user_id) == col(PersonNumber.user_id)
    sessions = sa.select(func.count(sa.distinct(col(WrittenDay.conversation_id)))).where(mine)
    first = sa.select(func.min(col(WrittenDay.day))).where(mine)
    counted_anew = sa.update(PersonNumber).values(
        sessions=sessions.scalar_subquery(), first_day=first.scalar_subquery()
    )
    is_marked = col(PersonNumber.sessions) == _UNKNOWN
    await s.exec(counted_anew.where(sa.or_(is_marked, _wrote_on(days))))


def _wrote_on(days: Sequence[date]) -> sa.ColumnElement[bool]:
    wrote = sa.select(col(WrittenDay.user_id)).where(col(WrittenDay.day).in_(days))
    return col(PersonNumber.user_id).in_(wrote)


async def _leave_out_the_gone(s: AsyncSession) -> None:
    """Take those who were deleted out of all sets."""
    numbers = [number for (number,) in await rows_of(s, sa.select(col(GoneNumber.number)))]
    if not numbers:
        return
    others = ~crowd(numbers)
    for row in (await s.exec(select(DoneDay))).all():
        tally = Tally.unpack(row.people)
        if tally.people & ~others:
            row.people, row.times = tally.among(others).pack(), tally.times(others)
            s.add(row)
    await s.exec(sa.delete(GoneNumber).where(col(GoneNumber.number).in_(numbers)))
    await s.flush()


def _summed(found: sa.Subquery, keys: Sequence[str], sums: Sequence[str]) -> Rows:
    by = [found.c[key] for key in keys]
    return sa.select(*by, *(func.sum(found.c[name]).label(name) for name in sums)).group_by(*by)


def _by_group(pieces: Sequence[Piece], *, is_postgres: bool) -> Rows:
    """Return calls by what their people have now, their times to the first word as one JSON."""
    keys = ("day", *GROUP_KEYS, *CALL_KEYS)
    each = _summed(grouped_calls(pieces), keys, SUMS).subquery()
    by = [each.c[key] for key in keys[:-1]]
    sums = [func.sum(each.c[name]).label(name) for name in SUMS]
    listed = func.jsonb_object_agg if is_postgres else func.json_group_object
    steps: Any = listed(sa.cast(each.c.step, sa.Text), each.c.calls)
    told = steps.filter(each.c.step != NO_STEP).label("steps")
    if not is_postgres:
        told = func.nullif(told, "{}").label("steps")
    return sa.select(*by, *sums, told).group_by(*by)


async def _replace(s: AsyncSession, table: Any, days: Sequence[date], made: Rows) -> None:  # noqa: ANN401 - a table
    await s.exec(sa.delete(table).where(table.day.in_(days)))
    names = [column.name for column in made.selected_columns]
    await s.exec(sa.insert(table).from_select(names, made))
