"""People's numbers in the sets, and what is kept beside them: sessions and the first day.

Each function needs a system unit that writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from coaching.domains.metrics.crowds import Tally, crowd
from coaching.domains.metrics.models import DoneDay, GoneNumber, PersonNumber, WrittenDay
from coaching.models import User
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.models import RollUp

AT_ONCE = 20_000
"""So many people get their numbers in one statement."""
_UNKNOWN = -1
_UNSEEN = {"synchronize_session": False}
"""No object of these rows is in the session, so their ids needn't come back."""


async def give(s: AsyncSession, state: RollUp) -> None:
    """Give everybody a number who has none, some in each statement: it has a time limit."""
    person: Any = User
    order = (person.created_at, person.id)
    without = ~sa.exists().where(col(PersonNumber.user_id) == person.id)
    # A state that was begun anew knows of no number that people have.
    state.numbers = max(state.numbers, await _after_the_last(s))
    while True:
        next_ones = sa.select(person.id, person.created_at).where(without)
        some = next_ones.order_by(*order).limit(AT_ONCE).subquery()
        place = func.row_number().over(order_by=(some.c.created_at, some.c.id))
        new = sa.select(some.c.id, state.numbers - 1 + place, sa.literal(0))
        await s.exec(sa.insert(PersonNumber).from_select(["user_id", "number", "sessions"], new))
        had = state.numbers
        state.numbers = max(had, await _after_the_last(s))
        s.add(state)
        await s.flush()
        if state.numbers - had < AT_ONCE:
            return


async def mark(s: AsyncSession, days: Sequence[date], generation: int) -> None:
    """Note the people who wrote on these days: perhaps they did not, after all."""
    wrote = _wrote_on(col(PersonNumber.user_id), days, generation)
    marked = sa.update(PersonNumber).where(wrote).values(sessions=_UNKNOWN)
    await s.exec(marked, execution_options=_UNSEEN)


async def count_sessions(s: AsyncSession, days: Sequence[date], generation: int) -> None:
    """Count anew the sessions of those who are marked or wrote on these days.

    All at once: a subquery for each person takes minutes while the planner knows an empty table.
    """
    number: Any = aliased(PersonNumber)
    is_marked = number.sessions == _UNKNOWN
    wrote = _wrote_on(number.user_id, days, generation)
    await _count_again(s, number, generation, sa.or_(is_marked, wrote))


async def count_all_sessions(s: AsyncSession, numbers: int, generation: int) -> None:
    """Count everybody's sessions by the days of a generation; only rows that differ are written."""
    number: Any = aliased(PersonNumber)
    for first in range(0, numbers, AT_ONCE):
        some = number.number.between(first, first + AT_ONCE - 1)
        await _count_again(s, number, generation, some)


async def leave_out_the_gone(s: AsyncSession) -> None:
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


async def _after_the_last(s: AsyncSession) -> int:
    [(last,)] = await rows_of(s, sa.select(func.max(col(PersonNumber.number))))
    return 0 if last is None else last + 1


async def _count_again(
    s: AsyncSession,
    number: Any,  # noqa: ANN401 - an alias
    generation: int,
    whose: sa.ColumnElement[bool],
) -> None:
    written: Any = WrittenDay
    theirs = sa.and_(written.user_id == number.user_id, written.generation == generation)
    counted_anew = (
        sa.select(
            number.user_id,
            func.count(sa.distinct(written.conversation_id)).label("sessions"),
            func.min(written.day).label("first_day"),
        )
        .outerjoin(written, theirs)
        .where(whose)
        .group_by(number.user_id)
        .subquery()
    )
    new = counted_anew.c
    changes = (
        col(PersonNumber.sessions).is_distinct_from(new.sessions),
        col(PersonNumber.first_day).is_distinct_from(new.first_day),
    )
    statement = (
        sa.update(PersonNumber)
        .where(col(PersonNumber.user_id) == new.user_id, sa.or_(*changes))
        .values(sessions=new.sessions, first_day=new.first_day)
    )
    await s.exec(statement, execution_options=_UNSEEN)


def _wrote_on(
    person: Any,  # noqa: ANN401 - a column
    days: Sequence[date],
    generation: int,
) -> sa.ColumnElement[bool]:
    day, made = col(WrittenDay.day), col(WrittenDay.generation)
    return person.in_(sa.select(col(WrittenDay.user_id)).where(made == generation, day.in_(days)))
