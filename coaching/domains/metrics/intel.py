"""What the Observer and the Strategist see across people; small groups are hidden.

What goes through all newest briefings and all that Toney knows of people is counted by the job
`intel` and stored with the time of counting; a page counts it itself until the job has come.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from coaching.domains.metrics import days, groups, queries
from coaching.domains.metrics.done import who
from coaching.domains.metrics.service import WEEKS, signals_of, week_edges
from coaching.domains.metrics.small_groups import SMALLEST_GROUP, shown
from coaching.repositories import app_settings
from coaching.services.overview import answers
from coaching.values.enums import Lens, LensStatus, SignalType, Stage, Tension, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.groups import Seen, Waiting
    from coaching.repositories.db import Db
    from coaching.services.overview import Answers

KEY = "intel"
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
class Known:
    """What the newest briefings say and people share, counted at `at`; hidden groups are None."""

    at: datetime
    people: int
    stages: Mapping[Stage, int | None]
    lenses: Mapping[Lens, Mapping[Tension, int | None]]
    triggers: Sequence[tuple[str, int]]
    words: Sequence[tuple[str, int]]
    moves: Mapping[tuple[Stage, Stage], int | None]


@dataclass(frozen=True, slots=True)
class Intel:
    """`known` may be some minutes old; everything else was counted now. None is a hidden group."""

    known: Known
    signals: Mapping[SignalType, tuple[int, ...]]
    urgent: tuple[int, ...]
    corrections: Mapping[Verdict, int]
    waiting: Sequence[Waiting]
    resistance: Mapping[Tension, Resistance]
    answers: Answers


async def intel(db: Db, *, now: datetime, basis: days.Basis = days.BASIS) -> Intel:
    """Count signals of eight weeks and answers of thirty days, and read what is known."""
    async with db.system("admin intel") as s:
        kept = await days.kept(s, basis)
        whom, edges = await who(s, kept), week_edges(now, kept.zone_name)
        month = days.day_edges(now, kept.zone_name, days=MONTH.days)[0]
        stored = await app_settings.setting(s, KEY)
        urgent = await queries.urgent_by_week(s, edges)
        return Intel(
            known=await _count(s, now) if stored is None else _known(stored),
            signals=await signals_of(s, edges, whom=whom),
            urgent=tuple(urgent.get(week, 0) for week in range(WEEKS)),
            corrections=await queries.corrections(s, now - MONTH, now),
            waiting=await groups.waiting(s, now - URGENT_FOR),
            resistance=_resistance(await groups.signals_by_tension(s, whom, edges[0], edges[-1])),
            answers=await answers(s, month, now, kept=kept),
        )


async def keep(db: Db, *, now: datetime) -> None:
    """Count what is known, and store it for the page."""
    async with db.system("intel") as s:
        found = await _count(s, now)
    async with db.system("intel", write=True) as s:
        await app_settings.set_setting(s, KEY, _stored(found), now=now)


async def _count(s: AsyncSession, now: datetime) -> Known:
    stages = await groups.stages_now(s)
    lenses = await groups.open_lenses(s, OPEN)
    return Known(
        at=now,
        people=sum(stages.values()),
        stages={stage: shown(stages.get(stage, 0)) for stage in Stage},
        lenses={
            lens: {tension: shown(lenses.get((lens.value, tension), 0)) for tension in Tension}
            for lens in Lens
        },
        triggers=await groups.shared_triggers(s, SMALLEST_GROUP),
        words=await groups.shared_words(s, SMALLEST_GROUP),
        moves=_moves(await groups.stage_moves(s, now - MONTH)),
    )


def _stored(known: Known) -> dict[str, Any]:
    return {
        "at": known.at.isoformat(),
        "people": known.people,
        "stages": known.stages,
        "lenses": known.lenses,
        "triggers": [list(one) for one in known.triggers],
        "words": [list(one) for one in known.words],
        "moves": [[then, now, people] for (then, now), people in known.moves.items()],
    }


def _known(stored: dict[str, Any]) -> Known:
    stages, lenses = stored["stages"], stored["lenses"]
    return Known(
        at=datetime.fromisoformat(stored["at"]),
        people=stored["people"],
        stages={stage: stages[stage] for stage in Stage},
        lenses={lens: {one: lenses[lens][one] for one in Tension} for lens in Lens},
        triggers=[(text, people) for text, people in stored["triggers"]],
        words=[(text, people) for text, people in stored["words"]],
        moves={(Stage(then), Stage(now)): people for then, now, people in stored["moves"]},
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
        (then, now): shown(found[then, now])
        for then in Stage
        for now in Stage
        if (then, now) in found
    }
