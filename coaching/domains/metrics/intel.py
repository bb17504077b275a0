"""What the Observer and the Strategist see across people; small groups are hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.metrics import groups, queries
from coaching.domains.metrics.service import SURE, WEEKS, signals_of, week_edges
from coaching.services.overview import answers
from coaching.values.enums import Lens, LensStatus, SignalType, Stage, Tension, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from coaching.domains.metrics.groups import Seen, Waiting
    from coaching.domains.metrics.queries import Judged
    from coaching.repositories.db import Db
    from coaching.services.overview import Answers

SMALLEST_GROUP = 10
"""A number that fewer people stand behind is not shown: it could point at one of them."""
MONTH = timedelta(days=30)
OPEN = frozenset({LensStatus.ACTIVE.value, LensStatus.STABILIZING.value})
URGENT_FOR = timedelta(days=7)
"""Older urgent signals are no longer waited for."""


@dataclass(frozen=True, slots=True)
class Resistance:
    """How often people of a tension changed the subject and broke through; None is hidden."""

    deflections: int | None
    breakthroughs: int | None


@dataclass(frozen=True, slots=True)
class Intel:
    """`stages` and `lenses` are of each person's newest briefing; None is a hidden group."""

    people: int
    signals: Mapping[SignalType, tuple[int, ...]]
    urgent: tuple[int, ...]
    stages: Mapping[Stage, int | None]
    lenses: Mapping[Lens, Mapping[Tension, int | None]]
    corrections: Mapping[Verdict, int]
    waiting: Sequence[Waiting]
    triggers: Sequence[tuple[str, int]]
    words: Sequence[tuple[str, int]]
    resistance: Mapping[Tension, Resistance]
    moves: Mapping[tuple[Stage, Stage], int | None]
    answers: Answers


async def intel(db: Db, *, now: datetime, zone_name: str = "UTC") -> Intel:
    """Count signals of eight weeks, all newest briefings, and moves and answers of 30 days."""
    edges = week_edges(now, zone_name)
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
            waiting=await groups.waiting(s, now - URGENT_FOR),
            triggers=await groups.shared_triggers(s, SMALLEST_GROUP),
            words=await groups.shared_words(s, SMALLEST_GROUP),
            resistance=_resistance(
                await groups.signals_by_tension(s, edges[0], edges[-1], confidence=SURE)
            ),
            moves=_moves(await groups.stage_moves(s, now - MONTH)),
            answers=await answers(s, now - MONTH),
        )


def _resistance(
    found: Mapping[tuple[Tension, SignalType], Seen],
) -> Mapping[Tension, Resistance]:
    def times(tension: Tension, kind: SignalType) -> int | None:
        seen = found.get((tension, kind))
        return 0 if seen is None else None if seen.people < SMALLEST_GROUP else seen.times

    return {
        tension: Resistance(
            times(tension, SignalType.DEFLECTION), times(tension, SignalType.BREAKTHROUGH)
        )
        for tension in Tension
    }


def _moves(found: Mapping[tuple[Stage, Stage], int]) -> Mapping[tuple[Stage, Stage], int | None]:
    """Return the moves that there were, in the order of the stages."""
    return {
        (then, now): _shown(found[then, now])
        for then in Stage
        for now in Stage
        if (then, now) in found
    }


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
