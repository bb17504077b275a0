"""The numbers of the admin's Metrics page; docs/metrics.md defines each one.

Three units count at once, because PostgreSQL can give each its own processor.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, TypeVar

from coaching.clock import zone
from coaching.domains.metrics import days as days_
from coaching.domains.metrics import queries
from coaching.domains.metrics.days import Kept, day_edges, midnight
from coaching.domains.metrics.diary import active_by_day, cohorts, diary, wrote_before
from coaching.domains.metrics.done import by_stage, by_tension, done, times, who
from coaching.domains.metrics.from_rows import from_rows
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.queries import SOON
from coaching.repositories.analytics import Used
from coaching.values.enums import SignalType
from coaching.values.scope import EVERYBODY, Scope
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.diary import Diary
    from coaching.domains.metrics.done import Who
    from coaching.domains.metrics.from_rows import FromRows
    from coaching.domains.metrics.quality import CardFigures, Failures
    from coaching.domains.metrics.queries import Funnel
    from coaching.domains.metrics.spending import CalledOn
    from coaching.domains.practices.figures import PracticeFigures
    from coaching.repositories.db import Db
    from coaching.values.enums import SafetyLevel, Stage, Tension

K = TypeVar("K")

WEEKS = 8
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Cohort:
    """The people whose first message was in the week that begins on `monday`.

    `active` has how many of them wrote in each week since, their first one included.
    """

    monday: date
    people: int
    active: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ActiveDay:
    """How many people wrote on a day."""

    day: date
    people: int


@dataclass(frozen=True, slots=True)
class Engagement:
    """People by when they wrote last: in 7 days, before that in 30, or earlier in eight weeks."""

    week: int = 0
    month: int = 0
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class Metrics:
    """How Toney was used in [since, until); days and weeks begin in the admin's zone.

    `wrote` are the people who wrote in it. `reply_times` are milliseconds by percentile; empty
    without a reply.
    """

    since: datetime
    until: datetime
    wrote: int
    funnel: Funnel
    active_day: int
    active_week: int
    active_month: int
    engagement: Engagement
    active: tuple[ActiveDay, ...]
    messages: int
    sessions: int
    tensions: Mapping[Tension | None, int]
    stages: Mapping[Stage | None, int]
    feedback: Mapping[str, int]
    used: Mapping[UsageEvent, Used]
    practices: tuple[PracticeFigures, ...]
    cards: CardFigures
    wins: int
    reply_times: Mapping[int, int]
    models: tuple[Failures, ...]
    tools: tuple[Failures, ...]
    safety: Mapping[SafetyLevel, int]
    costs: tuple[CalledOn, ...]
    cohorts: tuple[Cohort, ...]
    signals: Mapping[SignalType, tuple[int, ...]]


async def metrics(
    db: Db,
    *,
    now: datetime,
    days: int,
    scope: Scope = EVERYBODY,
    basis: days_.Basis = days_.BASIS,
    provider: str = "",
    is_kept: bool = True,
) -> Metrics:
    """Count everything of the last days, and cohorts and signals of the last eight weeks.

    `provider` leaves out other providers' model calls; `is_kept` False counts without roll-ups.
    """
    async with db.system("admin metrics") as s:
        kept = await days_.kept(s, basis) if is_kept else Kept(basis)
        whom = await who(s, kept, scope)
    by_day = day_edges(now, kept.zone_name, days=days)
    span = (by_day[0].astimezone(UTC), now)
    counted = asyncio.gather(from_rows(db, whom, span, provider), _funnel(db, whom, span))
    try:
        return await _metrics(db, whom, span, by_day, counted)
    finally:
        counted.cancel()


async def _funnel(db: Db, whom: Who, span: tuple[datetime, datetime]) -> Funnel:
    async with db.system("admin metrics") as s:
        return await queries.funnel(s, *span, scope=whom.scope, kept=whom.kept)


async def _metrics(
    db: Db,
    whom: Who,
    span: tuple[datetime, datetime],
    by_day: Sequence[datetime],
    counted: Awaitable[tuple[FromRows, Funnel]],
) -> Metrics:
    now, zone_name = span[1], whom.kept.zone_name
    edges = week_edges(now, zone_name)
    lately = [(now - DAY, now), *((_first(now, zone_name, days=ago), now) for ago in (7, 30))]
    spans = [*lately, span, (by_day[0], by_day[-1]), (edges[0], edges[-1])]
    async with db.system("admin metrics") as s:
        read = await diary(s, whom, *spans)
        sets = [read.people(*ago) for ago in (*lately, (edges[0], edges[-1]))]
        sessions = await queries.sessions(s, whom, *span)
        wrote = read.people(*span)
        tensions = await people_by_tension(s, whom, wrote)
        stages = await people_by_stage(s, whom, wrote)
        used_ = await used(s, whom, span[0], now + SOON)
        before = await wrote_before(s, whom, edges[0])
        signals = await signals_of(s, edges, whom=whom)
    rows, funnel = await counted
    return Metrics(
        *span,
        wrote=wrote.bit_count(),
        funnel=funnel,
        active_day=sets[0].bit_count(),
        active_week=sets[1].bit_count(),
        active_month=sets[2].bit_count(),
        engagement=_engagement(*sets[1:]),
        active=_active(read, by_day),
        messages=read.messages(*span),
        sessions=sessions,
        tensions=tensions,
        stages=stages,
        feedback=rows.feedback,
        used=used_,
        practices=rows.practices,
        cards=rows.cards,
        wins=rows.wins,
        reply_times=rows.reply_times,
        models=rows.models,
        tools=rows.tools,
        safety=rows.safety,
        costs=rows.costs,
        cohorts=_cohorts(read, edges, before),
        signals=signals,
    )


def _engagement(week: int, month: int, earlier: int) -> Engagement:
    """Return each person once, in the latest span in which they wrote; the spans are sets."""
    return Engagement(
        week.bit_count(), (month & ~week).bit_count(), (earlier & ~month & ~week).bit_count()
    )


def _first(now: datetime, zone_name: str, *, days: int) -> datetime:
    """Return the midnight with which so many days begin that end with today."""
    return day_edges(now, zone_name, days=days)[0]


def week_edges(now: datetime, zone_name: str = "UTC") -> tuple[datetime, ...]:
    """Return the starts of the last eight weeks, this one included, and the end of this one."""
    today = now.astimezone(zone(zone_name)).date()
    monday = today - timedelta(days=today.weekday())
    return tuple(
        midnight(monday + timedelta(weeks=week), zone_name) for week in range(1 - WEEKS, 2)
    )


async def signals_of(
    s: AsyncSession, edges: Sequence[datetime], *, whom: Who
) -> Mapping[SignalType, tuple[int, ...]]:
    """Return the sure signals of each type by week, oldest first; needs a system unit."""
    monday, found = whom.kept.day_of(edges[0]), Counter[tuple[str, int]]()
    counts = await times(s, Kind.SIGNAL, whom, (edges[0], edges[-1]))
    for (day, kind), count in counts.items():
        found[kind, (day - monday).days // 7] += count
    return {kind: tuple(found[kind.value, week] for week in range(WEEKS)) for kind in SignalType}


async def used(
    s: AsyncSession, whom: Who, start: datetime, end: datetime
) -> Mapping[UsageEvent, Used]:
    """Return how often each usage event was in [start, end), and of how many people."""
    [lines] = await done(s, Kind.USED, whom, (start, end))
    counts, people = Counter[str](), defaultdict[str, int](int)
    for _, name, tally in lines:
        counts[name] += tally.times()
        people[name] |= tally.people
    return {
        event: Used(counts[event.value], people[event.value].bit_count())
        for event in UsageEvent
        if counts[event.value]
    }


async def people_by_tension(
    s: AsyncSession, whom: Who, people: int
) -> Mapping[Tension | None, int]:
    """Return how many people of a set have which tension now."""
    if whom.scope.tension is not None:
        return {whom.scope.tension: people.bit_count()} if people else {}
    return _counted(await by_tension(s, whom), people)


async def people_by_stage(s: AsyncSession, whom: Who, people: int) -> Mapping[Stage | None, int]:
    """Return how many people of a set have which stage of change now, None for those without."""
    if whom.scope.stage is not None:
        return {whom.scope.stage: people.bit_count()} if people else {}
    found = _counted(await by_stage(s, whom), people)
    without = people.bit_count() - sum(found.values())
    return {**found, None: found.get(None, 0) + without} if without else found


def _counted(found: Mapping[K, int], people: int) -> dict[K, int]:
    counts = {name: (of & people).bit_count() for name, of in found.items()}
    return {name: count for name, count in counts.items() if count}


def _active(read: Diary, edges: Sequence[datetime]) -> tuple[ActiveDay, ...]:
    found = active_by_day(read, edges)
    return tuple(
        ActiveDay(read.whom.kept.day_of(edge), found.get(day, 0))
        for day, edge in enumerate(edges[:-1])
    )


def _cohorts(read: Diary, edges: Sequence[datetime], before: int) -> tuple[Cohort, ...]:
    found = cohorts(read, edges, before)
    return tuple(
        Cohort(
            read.whom.kept.day_of(edges[cohort]),
            found[cohort, cohort],
            tuple(found[cohort, week] for week in range(cohort, WEEKS)),
        )
        for cohort in range(WEEKS)
    )
