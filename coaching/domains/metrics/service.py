"""The numbers of the admin's Metrics page; docs/metrics.md defines each one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from coaching.domains.metrics import queries
from coaching.domains.practices import figures as practices
from coaching.repositories import analytics
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.queries import Funnel
    from coaching.domains.practices.figures import PracticeFigures
    from coaching.repositories.analytics import Used
    from coaching.repositories.db import Db
    from coaching.values.enums import Tension
    from coaching.values.usage_events import UsageEvent

WEEKS = 8
SURE = 0.7
"""The confidence from which a signal counts."""


@dataclass(frozen=True, slots=True)
class Cohort:
    """The people whose first message was in the week that begins on `monday`.

    `active` has how many of them wrote in each week since, their first one included.
    """

    monday: date
    people: int
    active: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Metrics:
    """How Toney was used in [since, until); weeks begin on Monday, UTC."""

    since: datetime
    until: datetime
    funnel: Funnel
    active_day: int
    active_week: int
    active_month: int
    messages: int
    sessions: int
    tensions: Mapping[Tension | None, int]
    feedback: Mapping[str, int]
    used: Mapping[UsageEvent, Used]
    practices: tuple[PracticeFigures, ...]
    cohorts: tuple[Cohort, ...]
    signals: Mapping[SignalType, tuple[int, ...]]


async def metrics(db: Db, *, now: datetime, days: int) -> Metrics:
    """Count everything of the last days, and cohorts and signals of the last eight weeks."""
    since = now - timedelta(days=days)
    edges = week_edges(now)
    used_practices = await practices.figures(db, since=since)
    async with db.system("admin metrics") as s:
        messages, sessions = await queries.turns_and_sessions(s, since, now)
        return Metrics(
            since,
            now,
            funnel=await queries.funnel(s, since, now),
            active_day=await queries.people_who_wrote(s, now - timedelta(days=1), now),
            active_week=await queries.people_who_wrote(s, now - timedelta(days=7), now),
            active_month=await queries.people_who_wrote(s, now - timedelta(days=30), now),
            messages=messages,
            sessions=sessions,
            tensions=await queries.by_tension(s, since, now),
            feedback=await queries.feedback(s, since, now),
            used=await analytics.since(s, since),
            practices=tuple(used_practices),
            cohorts=await _cohorts(s, edges),
            signals=await signals_of(s, edges, confidence=SURE),
        )


def week_edges(now: datetime) -> tuple[datetime, ...]:
    """Return the starts of the last eight weeks, this one included, and the end of this one."""
    today = now.astimezone(UTC).date()
    monday = datetime.combine(today - timedelta(days=today.weekday()), time(), UTC)
    return tuple(monday + timedelta(weeks=week) for week in range(1 - WEEKS, 2))


async def signals_of(
    s: AsyncSession, edges: Sequence[datetime], *, confidence: float
) -> Mapping[SignalType, tuple[int, ...]]:
    """Return the signals of each type by week, oldest first; needs a system unit."""
    found = await queries.signals_by_week(s, edges, confidence=confidence)
    return {kind: tuple(found.get((kind, week), 0) for week in range(WEEKS)) for kind in SignalType}


async def _cohorts(s: AsyncSession, edges: Sequence[datetime]) -> tuple[Cohort, ...]:
    found = await queries.cohorts(s, edges)
    return tuple(
        Cohort(
            edges[cohort].date(),
            found.get((cohort, cohort), 0),
            tuple(found.get((cohort, week), 0) for week in range(cohort, WEEKS)),
        )
        for cohort in range(WEEKS)
    )
