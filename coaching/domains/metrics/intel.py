"""What the Observer and the Strategist see across people; small groups are hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.metrics import queries
from coaching.domains.metrics.service import SURE, WEEKS, signals_of, week_edges
from coaching.values.enums import Lens, LensStatus, Stage, Tension, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from coaching.domains.metrics.queries import Judged
    from coaching.repositories.db import Db
    from coaching.values.enums import SignalType

SMALLEST_GROUP = 5
"""A number that fewer people stand behind is not shown: it could point at one of them."""
MONTH = timedelta(days=30)
OPEN = frozenset({LensStatus.ACTIVE.value, LensStatus.STABILIZING.value})


@dataclass(frozen=True, slots=True)
class Intel:
    """`stages` and `lenses` are of each person's newest briefing; None is a hidden group."""

    people: int
    signals: Mapping[SignalType, tuple[int, ...]]
    urgent: tuple[int, ...]
    stages: Mapping[Stage, int | None]
    lenses: Mapping[Lens, Mapping[Tension, int | None]]
    corrections: Mapping[Verdict, int]


async def intel(db: Db, *, now: datetime) -> Intel:
    """Count signals of eight weeks, all newest briefings, and corrections of 30 days."""
    edges = week_edges(now)
    async with db.system("admin intel") as s:
        judged = await queries.newest_judgements(s)
        urgent = await queries.urgent_by_week(s, edges)
        return Intel(
            people=len(judged),
            signals=await signals_of(s, edges, confidence=SURE),
            urgent=tuple(urgent.get(week, 0) for week in range(WEEKS)),
            stages=_stages(judged),
            lenses=_open_lenses(judged),
            corrections=await queries.corrections(s, now - MONTH, now),
        )


def _stages(judged: Sequence[Judged]) -> Mapping[Stage, int | None]:
    found = Counter(one.stage for one in judged)
    return {stage: _shown(found[stage]) for stage in Stage}


def _open_lenses(judged: Sequence[Judged]) -> Mapping[Lens, Mapping[Tension, int | None]]:
    found = Counter(
        (lens, one.tension)
        for one in judged
        for lens in Lens
        if one.lenses.get(lens.value, {}).get("status") in OPEN
    )
    return {lens: {tension: _shown(found[lens, tension]) for tension in Tension} for lens in Lens}


def _shown(people: int) -> int | None:
    """Return a count, or None for a group so small that it could point at somebody."""
    return None if 0 < people < SMALLEST_GROUP else people
