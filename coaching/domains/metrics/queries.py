"""Counts over everybody's turns, sessions and signals; each needs a system unit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, func

from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.done import Who, times, with_groups
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.models import PersonNumber, WrittenDay
from coaching.domains.metrics.sources import turns_of, written
from coaching.models import (
    Conversation,
    Correction,
    ObserverSignal,
    Profile,
    User,
)
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import having, within
from coaching.values.enums import OnboardingStep, Verdict
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.days import Split

_STEPS = tuple(OnboardingStep)[1:-1]
"""The steps of the onboarding that the funnel counts between its first page and its end."""
SOON = timedelta(days=1)
"""Rows of the moment in which they are counted are counted too."""


@dataclass(frozen=True, slots=True)
class Funnel:
    """Of the people who started in a range: how many got how far by now."""

    started: int
    began: int
    saw_pattern: int
    decided: int
    began_style: int
    answered: int
    wrote: int
    came_back: int


async def funnel(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> Funnel:
    """Return how far the people got whose guest account was made in [start, end)."""
    joined = (col(User.created_at) >= start, col(User.created_at) < end)
    sessions, tables = _sessions_ever(kept, end)
    statement = (
        sa.select(
            func.count(col(User.id)),
            *(func.count(sa.case((_reached(step), 1))) for step in _STEPS),
            func.count(col(Profile.onboarding_completed_at)),
            func.count(sa.case((sessions > 0, 1))),
            func.count(sa.case((sessions > 1, 1))),
        )
        .select_from(with_groups(tables, col(User.id)))
        .where(*joined, *having(scope))
    )
    return Funnel(*map(int, (await rows_of(s, statement))[0]))


def _reached(step: OnboardingStep) -> sa.ColumnElement[bool]:
    """Return whether somebody got to this step of the onboarding, or finished it before."""
    steps = list(OnboardingStep)
    is_there = col(Profile.onboarding_step).in_(steps[steps.index(step) :])
    return sa.or_(is_there, col(Profile.onboarding_completed_at).is_not(None))


async def sessions(s: AsyncSession, whom: Who, start: datetime, end: datetime) -> int:
    """Return in how many sessions messages were sent in [start, end).

    A session counts on each day on which something was written in it.
    """
    kept, found = whom.kept, 0
    if kept.until is not None and kept.midnight(kept.until) > start:
        # What is rolled up of today, and what is not, may be of one session.
        last = min(end, kept.midnight(kept.until))
        whole = replace(kept, part=None)
        counts = await times(s, Kind.SESSION, replace(whom, kept=whole), (start, last))
        found, start = sum(counts.values()), last
    rest = written(kept, start, end, scope=whom.scope).c
    each = sa.select(rest.conversation_id, rest.day).distinct().subquery()
    [(count,)] = await rows_of(s, sa.select(func.count()).select_from(each))
    return found + int(count)


async def feedback(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY
) -> dict[str, int]:
    """Return what people said of the sessions that ended in [start, end)."""
    statement = (
        sa.select(col(Conversation.feedback), func.count())
        .where(
            col(Conversation.ended_at) >= start,
            col(Conversation.ended_at) < end,
            col(Conversation.feedback).is_not(None),
            *within(scope, col(Conversation.user_id)),
        )
        .group_by(col(Conversation.feedback))
    )
    return {str(row[0]): int(row[1]) for row in await rows_of(s, statement)}


async def urgent_by_week(s: AsyncSession, edges: Sequence[datetime]) -> dict[int, int]:
    """Return how many signals of each week asked for a Strategist run at once."""
    week = between(col(ObserverSignal.created_at), edges)
    statement = (
        sa.select(week, func.count())
        .where(
            col(ObserverSignal.created_at) >= edges[0],
            col(ObserverSignal.created_at) < edges[-1],
            col(ObserverSignal.urgency_flag) == sa.true(),
        )
        .group_by(week)
    )
    return {int(row[0]): int(row[1]) for row in await rows_of(s, statement)}


async def corrections(s: AsyncSession, start: datetime, end: datetime) -> dict[Verdict, int]:
    """Return what people said in [start, end) of what Toney thinks about them."""
    statement = (
        sa.select(col(Correction.verdict), func.count())
        .where(col(Correction.created_at) >= start, col(Correction.created_at) < end)
        .group_by(col(Correction.verdict))
    )
    return {Verdict(row[0]): int(row[1]) for row in await rows_of(s, statement)}


def _sessions_ever(kept: Kept, end: datetime) -> tuple[Any, Any]:
    """Return in how many conversations each person wrote by now, and the tables to join for it."""
    person: Any = User
    split = kept.split(kept.midnight(kept.day_of(end)), end + SOON, before=True)
    turns = turns_of(split.pieces).subquery()
    if kept.until is None:
        counted = _by_person(turns)
        joined = sa.outerjoin(person, counted, counted.c.user_id == person.id)
        return func.coalesce(counted.c.sessions, 0), joined
    numbered = sa.inspect(PersonNumber).local_table
    everybody = sa.outerjoin(person, numbered, numbered.c.user_id == person.id)
    if kept.stale:
        return _counted_anew(kept, split, turns, everybody)
    new = _by_person(_first_written_in(kept, turns))
    joined = everybody.outerjoin(new, new.c.user_id == person.id)
    return func.coalesce(numbered.c.sessions, 0) + func.coalesce(new.c.sessions, 0), joined


def _first_written_in(kept: Kept, turns: sa.Subquery) -> sa.Subquery:
    """Return the conversations of these messages that no roll-up has yet.

    A subquery that returns a value is asked for each; a join would read the days of everybody.
    """
    days: Any = aliased(WrittenDay)
    each = sa.select(turns.c.user_id, turns.c.conversation_id).distinct().subquery()
    known = (
        sa.select(sa.literal(1, sa.Integer))
        .where(
            days.user_id == each.c.user_id,
            days.conversation_id == each.c.conversation_id,
            days.generation == kept.generation,
        )
        .limit(1)
        .scalar_subquery()
    )
    return sa.select(each).where(known.is_(None)).subquery()


def _counted_anew(
    kept: Kept, split: Split, turns: sa.Subquery, everybody: sa.Join
) -> tuple[Any, Any]:
    """Return sessions ever; whoever wrote in a day that no roll-up holds is counted anew."""
    days: Any = WrittenDay
    number = sa.inspect(PersonNumber).local_table.c
    made, day = days.generation == kept.generation, days.day
    stale = sa.select(days.user_id).where(made, day.in_(sorted(kept.stale)))
    touched = sa.union(sa.select(turns.c.user_id), stale).cte("touched")
    earlier = (
        sa.select(days.user_id, days.conversation_id)
        .join(touched, touched.c.user_id == days.user_id)
        .where(made, day <= split.last, day.not_in(sorted(kept.stale)))
    )
    both = sa.union_all(earlier, sa.select(turns.c.user_id, turns.c.conversation_id)).subquery()
    counted, person = _by_person(both), col(User.id)
    plain = sa.case((touched.c.user_id.is_(None), number.sessions))
    joined = everybody.outerjoin(touched, touched.c.user_id == person)
    joined = joined.outerjoin(counted, counted.c.user_id == person)
    return func.coalesce(counted.c.sessions, plain, 0), joined


def _by_person(found: sa.Subquery) -> sa.Subquery:
    sessions = func.count(sa.distinct(found.c.conversation_id)).label("sessions")
    return sa.select(found.c.user_id, sessions).group_by(found.c.user_id).subquery()


def between(at: Any, edges: Sequence[datetime]) -> sa.ColumnElement[int]:  # noqa: ANN401 - a column
    """Return the index of the span that an instant is in, the last one beyond the edges."""
    return sa.case(*((at < edge, index) for index, edge in enumerate(edges[1:])), else_=len(edges))
