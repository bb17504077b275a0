"""The numbers of the admin's Metrics page; docs/metrics.md defines each one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from coaching.clock import zone
from coaching.domains.metrics import days as days_
from coaching.domains.metrics import quality, queries, spending
from coaching.domains.metrics.days import Kept, day_edges, midnight
from coaching.domains.practices import figures as practices
from coaching.repositories import analytics
from coaching.values.enums import SignalType
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.quality import CardFigures, Failures
    from coaching.domains.metrics.queries import Funnel
    from coaching.domains.metrics.spending import CalledOn
    from coaching.domains.practices.figures import PracticeFigures
    from coaching.repositories.analytics import Used
    from coaching.repositories.db import Db
    from coaching.values.enums import SafetyLevel, Tension
    from coaching.values.usage_events import UsageEvent

WEEKS = 8
DAY = timedelta(days=1)
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
class ActiveDay:
    """How many people wrote on a day."""

    day: date
    people: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """How Toney was used in [since, until); days and weeks begin in the admin's zone.

    `reply_times` are milliseconds by percentile; empty without a reply.
    """

    since: datetime
    until: datetime
    funnel: Funnel
    active_day: int
    active_week: int
    active_month: int
    active: tuple[ActiveDay, ...]
    messages: int
    sessions: int
    tensions: Mapping[Tension | None, int]
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
    zone_name: str = "UTC",
    provider: str = "",
    is_kept: bool = True,
) -> Metrics:
    """Count everything of the last days, and cohorts and signals of the last eight weeks.

    `provider` leaves out other providers' model calls; `is_kept` False counts without roll-ups.
    """
    since = now - timedelta(days=days)
    span = (since, now)
    edges = week_edges(now, zone_name)
    async with db.system("admin metrics") as s:
        kept = await days_.kept(s, zone_name) if is_kept else Kept(zone_name)
        wrote = partial(queries.people_who_wrote, s, scope=scope, kept=kept)
        called: Any = {"scope": scope, "kept": kept, "provider": provider}
        messages, sessions = await queries.turns_and_sessions(s, *span, scope=scope, kept=kept)
        return Metrics(
            since,
            now,
            funnel=await queries.funnel(s, *span, scope=scope, kept=kept),
            active_day=await wrote(now - DAY, now),
            active_week=await wrote(now - 7 * DAY, now),
            active_month=await wrote(now - 30 * DAY, now),
            active=await _active(s, day_edges(now, zone_name, days=days), scope, kept),
            messages=messages,
            sessions=sessions,
            tensions=await queries.by_tension(s, *span, scope=scope, kept=kept),
            feedback=await queries.feedback(s, *span, scope=scope),
            used=await analytics.since(s, since, scope=scope),
            practices=tuple(await practices.count(s, since, scope=scope)),
            cards=await quality.cards(s, *span, scope=scope),
            wins=await quality.wins(s, *span, scope=scope),
            reply_times=await quality.reply_times(s, *span, **called),
            models=tuple(await quality.failures_by_model(s, *span, **called)),
            tools=tuple(await quality.failures_by_tool(s, *span, scope=scope)),
            safety=await quality.safety_events(s, *span, scope=scope),
            costs=await spending.by_agent_model_and_day(s, *span, **called),
            cohorts=await _cohorts(s, edges, scope, kept),
            signals=await signals_of(s, edges, confidence=SURE, scope=scope),
        )


def week_edges(now: datetime, zone_name: str = "UTC") -> tuple[datetime, ...]:
    """Return the starts of the last eight weeks, this one included, and the end of this one."""
    today = now.astimezone(zone(zone_name)).date()
    monday = today - timedelta(days=today.weekday())
    return tuple(
        midnight(monday + timedelta(weeks=week), zone_name) for week in range(1 - WEEKS, 2)
    )


async def signals_of(
    s: AsyncSession, edges: Sequence[datetime], *, confidence: float, scope: Scope = EVERYBODY
) -> Mapping[SignalType, tuple[int, ...]]:
    """Return the signals of each type by week, oldest first; needs a system unit."""
    found = await queries.signals_by_week(s, edges, confidence=confidence, scope=scope)
    return {kind: tuple(found.get((kind, week), 0) for week in range(WEEKS)) for kind in SignalType}


async def _active(
    s: AsyncSession, edges: Sequence[datetime], scope: Scope, kept: Kept
) -> tuple[ActiveDay, ...]:
    found = await queries.active_by_day(s, edges, scope=scope, kept=kept)
    return tuple(
        ActiveDay(kept.day_of(edge), found.get(day, 0)) for day, edge in enumerate(edges[:-1])
    )


async def _cohorts(
    s: AsyncSession, edges: Sequence[datetime], scope: Scope, kept: Kept
) -> tuple[Cohort, ...]:
    found = await queries.cohorts(s, edges, scope=scope, kept=kept)
    return tuple(
        Cohort(
            kept.day_of(edges[cohort]),
            found.get((cohort, cohort), 0),
            tuple(found.get((cohort, week), 0) for week in range(cohort, WEEKS)),
        )
        for cohort in range(WEEKS)
    )
