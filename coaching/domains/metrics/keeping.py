"""Keeps the roll-ups: adds up days that are over, and again what changed afterwards.

Each step is a transaction of its own. Whoever changes an old turn or call waits for it, and is
waited for, at the lock of version 0034; then one of both knows of the other.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from coaching.domains.metrics.crowds import Tally, crowd
from coaching.domains.metrics.days import KEY, ONE, Kept, Piece, made_with
from coaching.domains.metrics.done import Who, counted
from coaching.domains.metrics.kinds import SOURCES, Kind
from coaching.domains.metrics.models import (
    ANY,
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
    FILTERS_SET,
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

    from coaching.domains.metrics.days import Basis
    from coaching.domains.metrics.sources import Rows
    from coaching.repositories.db import Db

LOCK = 3_400_034
SETTLED = timedelta(hours=1)
"""A day is added up so long after its end, when every transaction of its time is over."""
OFTEN = timedelta(minutes=30)
"""Today is added up again as often."""
NUMBERED_AT_ONCE = 20_000
"""So many people get their numbers in one statement."""
AT_ONCE = 3
"""So many days are added up in one transaction."""
_UNKNOWN = -1
_UNSEEN = {"synchronize_session": False}
"""No object of these rows is in the session, so their ids needn't come back."""


async def keep(db: Db, *, now: datetime, basis: Basis, again: bool = False) -> int:
    """Add up what is missing, or with `again` everything; return how many days."""
    made = 0
    while True:
        async with db.system("roll-ups", write=True) as s:
            days = await _step(s, now=now, basis=basis, again=again and made == 0)
        if not days:
            return made
        made += days


async def _step(s: AsyncSession, *, now: datetime, basis: Basis, again: bool) -> int:
    if on_postgres(s):
        await rows_of(s, sa.select(func.pg_advisory_xact_lock(LOCK)))
    zones = Kept(basis)
    state = await s.get(RollUp, KEY)
    if again or state is None or state.made_with != made_with(basis):
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
    found.made_with, found.until = made_with(zones.basis), until
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
    turns, calls = turns_of(pieces).subquery(), calls_of(pieces, zones.basis.prices).subquery()
    keys = ("user_id", "conversation_id", "day")
    await _mark(s, days)
    await _replace(s, WrittenDay, days, _summed(turns, keys, ("messages",)))
    await _count_sessions(s, days)
    await _replace(s, CalledDay, days, _summed(calls, ("day", *CALL_KEYS), SUMS))
    await _replace(s, CalledGroup, days, _by_group(pieces, zones, is_postgres=on_postgres(s)))
    await s.exec(sa.delete(DoneDay).where(col(DoneDay.day).in_(days)))
    whom = Who(Kept(zones.basis, until=days[0], numbers=state.numbers))
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
    """Give everybody a number who has none, some in each statement: it has a time limit."""
    person: Any = User
    order = (person.created_at, person.id)
    without = ~sa.exists().where(col(PersonNumber.user_id) == person.id)
    while True:
        next_ones = sa.select(person.id, person.created_at).where(without)
        some = next_ones.order_by(*order).limit(NUMBERED_AT_ONCE).subquery()
        place = func.row_number().over(order_by=(some.c.created_at, some.c.id))
        new = sa.select(some.c.id, state.numbers - 1 + place, sa.literal(0))
        await s.exec(sa.insert(PersonNumber).from_select(["user_id", "number", "sessions"], new))
        [(last,)] = await rows_of(s, sa.select(func.max(col(PersonNumber.number))))
        had = state.numbers
        state.numbers = max(had, 0 if last is None else last + 1)
        s.add(state)
        await s.flush()
        if state.numbers - had < NUMBERED_AT_ONCE:
            return


async def _mark(s: AsyncSession, days: Sequence[date]) -> None:
    """Note the people who wrote on these days: perhaps they did not, after all."""
    wrote = _wrote_on(col(PersonNumber.user_id), days)
    marked = sa.update(PersonNumber).where(wrote).values(sessions=_UNKNOWN)
    await s.exec(marked, execution_options=_UNSEEN)


async def _count_sessions(s: AsyncSession, days: Sequence[date]) -> None:
    """Count anew the sessions of those who are marked or wrote on these days.

    All at once: a subquery for each person takes minutes while the planner knows an empty table.
    """
    number: Any = aliased(PersonNumber)
    written: Any = WrittenDay
    is_marked = number.sessions == _UNKNOWN
    counted_anew = (
        sa.select(
            number.user_id,
            func.count(sa.distinct(written.conversation_id)).label("sessions"),
            func.min(written.day).label("first_day"),
        )
        .outerjoin(written, written.user_id == number.user_id)
        .where(sa.or_(is_marked, _wrote_on(number.user_id, days)))
        .group_by(number.user_id)
        .subquery()
    )
    statement = (
        sa.update(PersonNumber)
        .where(col(PersonNumber.user_id) == counted_anew.c.user_id)
        .values(sessions=counted_anew.c.sessions, first_day=counted_anew.c.first_day)
    )
    await s.exec(statement, execution_options=_UNSEEN)


def _wrote_on(person: Any, days: Sequence[date]) -> sa.ColumnElement[bool]:  # noqa: ANN401 - a column
    return person.in_(sa.select(col(WrittenDay.user_id)).where(col(WrittenDay.day).in_(days)))


async def _leave_out_the_gone(s: AsyncSession) -> None:
    """Take those who were deleted out of all sets."""
    numbers = [number for (number,) in await rows_of(s, sa.select(col(GoneNumber.number)))]
    if not numbers:
        return
    others = ~crowd(numbers)
    for row in (await s.exec(select(DoneDay))).all():
        tally = Tally.unpack(row.people)
        if tally.people & ~others:
            left = tally.among(others)
            if not left.people:
                await s.delete(row)  # a tool that nobody used is not listed
                continue
            row.people, row.times = left.pack(), left.times()
            s.add(row)
    await s.exec(sa.delete(GoneNumber).where(col(GoneNumber.number).in_(numbers)))
    await s.flush()


def _summed(found: sa.Subquery, keys: Sequence[str], sums: Sequence[str]) -> Rows:
    by = [found.c[key] for key in keys]
    return sa.select(*by, *(func.sum(found.c[name]).label(name) for name in sums)).group_by(*by)


def _by_group(pieces: Sequence[Piece], zones: Kept, *, is_postgres: bool) -> Rows:
    """Return calls by one, two and all filters, by what their people have now."""
    keys = ("day", *GROUP_KEYS, *CALL_KEYS)
    each = _summed(grouped_calls(pieces, zones.basis.prices), keys, SUMS).cte("each")
    found = [
        _filtered(each, is_set, is_postgres=is_postgres)
        for is_set in product((True, False), repeat=len(GROUP_KEYS))
        if sum(is_set) in FILTERS_SET
    ]
    columns = ("day", *GROUP_KEYS, *CALL_KEYS[:-1], *SUMS, "steps")
    both = sa.union_all(*found).subquery()
    return sa.select(*(both.c[name] for name in columns))


def _filtered(each: sa.CTE, is_set: Sequence[bool], *, is_postgres: bool) -> Rows:
    """Return calls by the filters that are set, their times to the first word as one JSON."""
    by = [each.c.day, *(each.c[name] for name in CALL_KEYS)]
    wanted = dict(zip(GROUP_KEYS, is_set, strict=True))
    by += [each.c[name] for name, is_wanted in wanted.items() if is_wanted]
    sums = [func.sum(each.c[name]).label(name) for name in SUMS]
    steps_apart = sa.select(*by, *sums).group_by(*by).subquery()
    of = steps_apart.c
    rest = [sa.literal(ANY).label(name) for name, is_wanted in wanted.items() if not is_wanted]
    by = [of[column.name] for column in by if column.name != "step"]
    listed = func.jsonb_object_agg if is_postgres else func.json_group_object
    steps: Any = listed(sa.cast(of.step, sa.Text), of.calls)
    told = steps.filter(of.step != NO_STEP)
    told = told if is_postgres else func.nullif(told, "{}")
    columns = {column.name: column for column in (*by, *rest)}
    ordered = [columns[name] for name in ("day", *GROUP_KEYS, *CALL_KEYS[:-1])]
    added = [func.sum(of[name]).label(name) for name in SUMS]
    return sa.select(*ordered, *added, told.label("steps")).group_by(*by)


async def _replace(s: AsyncSession, table: Any, days: Sequence[date], made: Rows) -> None:  # noqa: ANN401 - a table
    await s.exec(sa.delete(table).where(table.day.in_(days)))
    names = [column.name for column in made.selected_columns]
    await s.exec(sa.insert(table).from_select(names, made))
