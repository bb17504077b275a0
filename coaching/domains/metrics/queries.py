"""Counts over everybody's turns, sessions and signals; each needs a system unit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.sources import place, written
from coaching.models import (
    CoachingBriefing,
    Conversation,
    Correction,
    ObserverSignal,
    Profile,
    User,
)
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import within
from coaching.values.enums import SignalType, Stage, Tension, Verdict
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

_BRIEFED: Any = col(CoachingBriefing.user_id)
SOON = timedelta(days=1)
"""Rows of the moment in which they are counted are counted too."""


@dataclass(frozen=True, slots=True)
class Funnel:
    """Of the people who started in a range: how many got how far by now."""

    started: int
    answered: int
    wrote: int
    came_back: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What the newest briefing of a person says about them; `lenses` has each lens's status."""

    stage: Stage
    tension: Tension | None
    lenses: Mapping[str, Mapping[str, Any]]


async def funnel(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> Funnel:
    """Return how far the people got whose guest account was made in [start, end)."""
    joined = (col(User.created_at) >= start, col(User.created_at) < end)
    ever = written(kept, kept.midnight(kept.day_of(end)), end + SOON, before=True)
    wrote_in = (
        sa.select(ever.c.user_id, func.count(sa.distinct(ever.c.conversation_id)).label("sessions"))
        .where(ever.c.user_id.in_(sa.select(col(User.id)).where(*joined)))
        .group_by(ever.c.user_id)
        .subquery()
    )
    statement = (
        sa.select(
            func.count(col(User.id)),
            func.count(col(Profile.onboarding_completed_at)),
            func.count(wrote_in.c.sessions),
            func.count(sa.case((wrote_in.c.sessions > 1, 1))),
        )
        .select_from(User)
        .outerjoin(Profile, col(Profile.user_id) == col(User.id))
        .outerjoin(wrote_in, wrote_in.c.user_id == col(User.id))
        .where(*joined, *within(scope, col(User.id)))
    )
    return Funnel(*map(int, (await rows_of(s, statement))[0]))


async def people_who_wrote(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> int:
    """Return how many people sent a message in [start, end)."""
    people = _writers(written(kept, start, end, scope=scope))
    return int((await rows_of(s, sa.select(func.count()).select_from(people)))[0][0])


async def active_by_day(
    s: AsyncSession, edges: Sequence[datetime], *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> dict[int, int]:
    """Return how many people wrote on each day; `edges` are midnights, keys count from 0."""
    found = written(kept, edges[0], edges[-1], scope=scope)
    each = sa.select(found.c.day, found.c.user_id).distinct().subquery()
    statement = sa.select(each.c.day, func.count()).group_by(each.c.day)
    first = kept.day_of(edges[0])
    return {(row[0] - first).days: int(row[1]) for row in await rows_of(s, statement)}


async def messages_by_day(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> dict[int, int]:
    """Return how many messages people sent on each day; `edges` are midnights."""
    found = written(kept, edges[0], edges[-1])
    statement = sa.select(found.c.day, func.sum(found.c.messages)).group_by(found.c.day)
    first = kept.day_of(edges[0])
    return {(row[0] - first).days: int(row[1]) for row in await rows_of(s, statement)}


async def turns_and_sessions(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> tuple[int, int]:
    """Return how many messages were sent in [start, end), and in how many sessions."""
    found = written(kept, start, end, scope=scope)
    of_session = (
        sa.select(func.sum(found.c.messages).label("messages"))
        .group_by(found.c.conversation_id)
        .subquery()
    )
    statement = sa.select(func.coalesce(func.sum(of_session.c.messages), 0), func.count())
    turns, sessions = (await rows_of(s, statement.select_from(of_session)))[0]
    return int(turns), int(sessions)


async def messages_ever(
    s: AsyncSession, midnight: datetime, end: datetime, *, kept: Kept = RAW
) -> int:
    """Return how many messages people ever sent before an end; `midnight` is one before it."""
    found = written(kept, midnight, end, before=True)
    statement = sa.select(func.coalesce(func.sum(found.c.messages), 0))
    return int((await rows_of(s, statement))[0][0])


async def cohorts(
    s: AsyncSession, edges: Sequence[datetime], *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> dict[tuple[int, int], int]:
    """Return how many people of each cohort wrote in each week.

    `edges` are the starts of the weeks and the end of the last one. A cohort is the week of a
    person's first message; keys are (cohort, week), both indices of a week.
    """
    mondays = [kept.day_of(edge) for edge in edges[:-1]]
    found = written(kept, edges[0], edges[-1], before=True, scope=scope)
    week = place(found.c.day, mondays).label("week")
    weeks = sa.select(found.c.user_id, week).distinct().subquery()
    cohort = func.min(weeks.c.week).over(partition_by=weeks.c.user_id).label("cohort")
    both = sa.select(cohort, weeks.c.week).subquery()
    statement = (
        sa.select(both.c.cohort, both.c.week, func.count())
        .where(both.c.cohort >= 0)
        .group_by(both.c.cohort, both.c.week)
    )
    return {(int(row[0]), int(row[1])): int(row[2]) for row in await rows_of(s, statement)}


async def signals_by_week(
    s: AsyncSession, edges: Sequence[datetime], *, confidence: float, scope: Scope = EVERYBODY
) -> dict[tuple[SignalType, int], int]:
    """Return how many signals of each type were seen in each week, unsure ones left out."""
    week = between(col(ObserverSignal.created_at), edges)
    statement = (
        sa.select(col(ObserverSignal.signal_type), week, func.count())
        .where(
            col(ObserverSignal.created_at) >= edges[0],
            col(ObserverSignal.created_at) < edges[-1],
            col(ObserverSignal.confidence) >= confidence,
            *within(scope, col(ObserverSignal.user_id)),
        )
        .group_by(col(ObserverSignal.signal_type), week)
    )
    return {(SignalType(row[0]), int(row[1])): int(row[2]) for row in await rows_of(s, statement)}


async def by_tension(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, kept: Kept = RAW
) -> dict[Tension | None, int]:
    """Return how many of the people who wrote in [start, end) have which tension."""
    people = _writers(written(kept, start, end, scope=scope))
    statement = (
        sa.select(col(Profile.tension_type), func.count())
        .join(people, people.c.user_id == col(Profile.user_id))
        .group_by(col(Profile.tension_type))
    )
    rows = await rows_of(s, statement)
    return {Tension(row[0]) if row[0] else None: int(row[1]) for row in rows}


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


async def newest_judgements(s: AsyncSession, *, scope: Scope = EVERYBODY) -> list[Judged]:
    """Return stage and lenses of the newest briefing of each person who has one."""
    newest = (
        sa.select(
            _BRIEFED.label("user_id"),
            func.max(col(CoachingBriefing.version)).label("version"),
        )
        .where(*within(scope, _BRIEFED))
        .group_by(col(CoachingBriefing.user_id))
        .subquery()
    )
    statement = (
        sa.select(
            col(CoachingBriefing.stage_of_change),
            col(Profile.tension_type),
            col(CoachingBriefing.growth_edges),
        )
        .join(
            newest,
            sa.and_(
                newest.c.user_id == col(CoachingBriefing.user_id),
                newest.c.version == col(CoachingBriefing.version),
            ),
        )
        .join(Profile, col(Profile.user_id) == col(CoachingBriefing.user_id))
    )
    return [
        Judged(Stage(row[0]), Tension(row[1]) if row[1] else None, row[2])
        for row in await rows_of(s, statement)
    ]


async def urgent_by_week(s: AsyncSession, edges: Sequence[datetime]) -> dict[int, int]:
    """Return how many signals of each week asked for a Strategist run at once."""
    week = between(col(ObserverSignal.created_at), edges)
    statement = (
        sa.select(week, func.count())
        .where(
            col(ObserverSignal.created_at) >= edges[0],
            col(ObserverSignal.created_at) < edges[-1],
            col(ObserverSignal.urgency_flag).is_(True),
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


def _writers(found: sa.Subquery) -> sa.Subquery:
    return sa.select(found.c.user_id).distinct().subquery("people")


def between(at: Any, edges: Sequence[datetime]) -> sa.ColumnElement[int]:  # noqa: ANN401 - a column
    """Return the index of the span that an instant is in, the last one beyond the edges."""
    return sa.case(*((at < edge, index) for index, edge in enumerate(edges[1:])), else_=len(edges))
