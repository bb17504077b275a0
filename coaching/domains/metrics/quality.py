"""How well replies came, what failed, what was kept: counts over everybody in a system unit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.done import Who, times
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.sources import NO_STEP, STEP_MS, called, steps_of_groups
from coaching.models import RewireCard, SafetyEvent, Win
from coaching.repositories.dialects import rows_of
from coaching.repositories.model_calls import ENDED_WELL
from coaching.repositories.safety_events import MISTAKEN
from coaching.repositories.scope import within
from coaching.values.enums import PrescribedBy, Role, SafetyLevel
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


PERCENTILES = (50, 90, 95)


@dataclass(frozen=True, slots=True)
class Failures:
    """How often something was asked, and how often it failed."""

    name: str
    asked: int
    failed: int


@dataclass(frozen=True, slots=True)
class CardFigures:
    """What became of cards in a range; `by` counts new cards by who made them."""

    by: Mapping[PrescribedBy, int]
    done: int
    skipped: int
    graduated: int


async def reply_times(
    s: AsyncSession,
    start: datetime,
    end: datetime,
    *,
    scope: Scope = EVERYBODY,
    kept: Kept = RAW,
    provider: str = "",
) -> Mapping[int, int]:
    """Return percentiles of the coach's time to the first word, in milliseconds.

    Empty without a reply. Each is the upper end of its step: half of the replies came as fast as
    percentile 50 or faster.
    """
    calls = called(kept, start, end, scope=scope, provider=provider).c
    statement = (
        sa.select(calls.step, func.sum(calls.calls))
        .where(calls.role == Role.COACH.value, calls.step != NO_STEP)
        .group_by(calls.step)
        .order_by(calls.step)
    )
    steps = Counter({int(ms): int(count) for ms, count in await rows_of(s, statement)})
    if scope != EVERYBODY:
        role = Role.COACH.value
        groups = steps_of_groups(kept, start, end, scope=scope, role=role, provider=provider)
        for (of_group,) in await rows_of(s, groups) if groups is not None else ():
            for step, count in of_group.items():
                steps[int(step)] += count
    return percentiles(sorted(steps.items()))


def percentiles(steps: Sequence[tuple[int, int]]) -> Mapping[int, int]:
    """Return the percentiles of counts by step, in the order of the steps."""
    sums = list(accumulate(count for _, count in steps))
    if not sums:
        return {}
    return {
        percent: next(
            ms + STEP_MS
            for (ms, _), so_far in zip(steps, sums, strict=True)
            if so_far * 100 >= percent * sums[-1]
        )
        for percent in PERCENTILES
    }


async def failures_by_model(
    s: AsyncSession,
    start: datetime,
    end: datetime,
    *,
    scope: Scope = EVERYBODY,
    kept: Kept = RAW,
    provider: str = "",
) -> list[Failures]:
    """Return the calls of each model that ended badly, the most asked model first."""
    calls = called(kept, start, end, scope=scope, provider=provider).c
    bad = func.sum(sa.case((calls.outcome.not_in(ENDED_WELL), calls.calls), else_=0))
    statement = (
        sa.select(calls.model, func.sum(calls.calls), bad)
        .where(calls.provider != "offline")
        .group_by(calls.model)
    )
    return _most_asked(await rows_of(s, statement))


async def failures_by_tool(
    s: AsyncSession, start: datetime, end: datetime, *, whom: Who | None = None
) -> list[Failures]:
    """Return the calls of each tool that failed, the most used tool first."""
    whom, asked, failed = whom or Who(), Counter[str](), Counter[str]()
    for kind, counts in ((Kind.TOOL, asked), (Kind.TOOL_FAILED, failed)):
        for (_, name), count in (await times(s, kind, whom, (start, end))).items():
            counts[name] += count
    return _most_asked([(name, count, failed[name]) for name, count in asked.items()])


async def safety_events(
    s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY
) -> Mapping[SafetyLevel, int]:
    """Return how often a message was a concern or a crisis; alarms taken back are none."""
    at = col(SafetyEvent.created_at)
    statement = (
        sa.select(col(SafetyEvent.level), func.count())
        .where(
            at >= start,
            at < end,
            col(SafetyEvent.source) != MISTAKEN,
            *within(scope, col(SafetyEvent.user_id)),
        )
        .group_by(col(SafetyEvent.level))
    )
    return {SafetyLevel(row[0]): int(row[1]) for row in await rows_of(s, statement)}


async def cards(
    s: AsyncSession, start: datetime, end: datetime, *, whom: Who | None = None
) -> CardFigures:
    """Return new cards by who made them, the answers on them, and the graduated ones."""
    whom = whom or Who()
    made, scope = col(RewireCard.created_at), whom.scope
    by = (
        sa.select(col(RewireCard.prescribed_by), func.count())
        .where(made >= start, made < end, *within(scope, col(RewireCard.user_id)))
        .group_by(col(RewireCard.prescribed_by))
    )
    over: Any = col(RewireCard.graduated_at)
    graduated = sa.select(func.count()).where(
        over >= start, over < end, *within(scope, col(RewireCard.user_id))
    )
    found = Counter[str]()
    for (_, name), count in (await times(s, Kind.ANSWER, whom, (start, end))).items():
        found[name] += count
    return CardFigures(
        by={PrescribedBy(row[0]): int(row[1]) for row in await rows_of(s, by)},
        done=found["done"],
        skipped=found["skipped"],
        graduated=int((await rows_of(s, graduated))[0][0]),
    )


async def wins(s: AsyncSession, start: datetime, end: datetime, *, scope: Scope = EVERYBODY) -> int:
    """Return how many wins were kept."""
    at = col(Win.created_at)
    statement = sa.select(func.count()).where(
        at >= start, at < end, *within(scope, col(Win.user_id))
    )
    return int((await rows_of(s, statement))[0][0])


def _most_asked(rows: Sequence[Sequence[Any]]) -> list[Failures]:
    found = [Failures(str(name), int(asked), int(failed)) for name, asked, failed in rows]
    return sorted(found, key=lambda one: (-one.asked, one.name))
