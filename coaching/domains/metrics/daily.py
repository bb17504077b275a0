"""The overview's numbers day by day, over everybody; each needs a system unit.

`edges` are midnights, oldest first, with the end of the last day; keys count days from 0.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.queries import between
from coaching.domains.metrics.sources import NO_STEP, called
from coaching.models import (
    CoachingBriefing,
    Conversation,
    ObserverSignal,
    SafetyEvent,
)
from coaching.models.conversations import Feedback
from coaching.repositories.dialects import rows_of
from coaching.repositories.model_calls import ENDED_WELL
from coaching.repositories.safety_events import MISTAKEN
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a group."""

    part: int = 0
    whole: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.part + other.part, self.whole + other.whole)

    @property
    def of_one(self) -> float | None:
        """Return the share from 0 to 1; None of an empty group."""
        return self.part / self.whole if self.whole else None


async def helped(
    s: AsyncSession, edges: Sequence[datetime], *, only_first: bool = False
) -> Mapping[int, Share]:
    """Return how many of the answered sessions that ended on a day helped.

    `only_first`: of each person only the first session they ever had.
    """
    day = between(col(Conversation.ended_at), edges)
    answer = col(Conversation.feedback)
    statement = (
        sa.select(day, _times(answer == Feedback.HELPED), func.count())
        .where(
            col(Conversation.ended_at) >= edges[0],
            col(Conversation.ended_at) < edges[-1],
            answer.is_not(None),
            *([col(Conversation.session_number) == 1] if only_first else []),
        )
        .group_by(day)
    )
    return _shares(await rows_of(s, statement))


async def safety(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, int]:
    """Return in how many messages of a day a concern or a crisis was seen, and not taken back."""
    return await _by_day(s, col(SafetyEvent.created_at), edges, col(SafetyEvent.source) != MISTAKEN)


async def urgent(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, int]:
    """Return how many signals of a day asked for a Strategist run at once."""
    return await _by_day(
        s, col(ObserverSignal.created_at), edges, col(ObserverSignal.urgency_flag) == sa.true()
    )


async def first_words(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return the coach's times to the first word by day: (milliseconds, replies), by step."""
    calls = called(kept, edges[0], edges[-1]).c
    statement = (
        sa.select(calls.day, calls.step, func.sum(calls.calls))
        .where(calls.role == Role.COACH.value, calls.step != NO_STEP)
        .group_by(calls.day, calls.step)
        .order_by(calls.day, calls.step)
    )
    first = kept.day_of(edges[0])
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for day, ms, count in await rows_of(s, statement):
        found[(day - first).days].append((int(ms), int(count)))
    return found


async def failures(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> Mapping[int, Share]:
    """Return how many of a day's calls of the models ended badly."""
    calls = called(kept, edges[0], edges[-1]).c
    bad = func.sum(sa.case((calls.outcome.not_in(ENDED_WELL), calls.calls), else_=0))
    statement = (
        sa.select(calls.day, bad, func.sum(calls.calls))
        .where(calls.provider != "offline")
        .group_by(calls.day)
    )
    first = kept.day_of(edges[0])
    rows = await rows_of(s, statement)
    return _shares([((day - first).days, part, whole) for day, part, whole in rows])


async def spent(
    s: AsyncSession, edges: Sequence[datetime], *, kept: Kept = RAW
) -> Mapping[int, int]:
    """Return what the calls of a day cost, in micro-dollars."""
    calls = called(kept, edges[0], edges[-1]).c
    statement = (
        sa.select(calls.day, func.sum(calls.microusd))
        .where(calls.provider != "offline")
        .group_by(calls.day)
    )
    first = kept.day_of(edges[0])
    return _counts([((day - first).days, sum_) for day, sum_ in await rows_of(s, statement)])


async def urgent_unanswered(s: AsyncSession, since: datetime) -> int:
    """Return how many urgent signals since an instant no briefing has followed."""
    statement = sa.select(func.count()).where(*unanswered(since))
    [(found,)] = await rows_of(s, statement)
    return int(found)


def unanswered(since: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions on an urgent signal that waits for a briefing."""
    later = sa.select(sa.literal(1)).where(
        col(CoachingBriefing.user_id) == col(ObserverSignal.user_id),
        col(CoachingBriefing.created_at) >= col(ObserverSignal.created_at),
    )
    return (
        col(ObserverSignal.urgency_flag) == sa.true(),
        col(ObserverSignal.created_at) >= since,
        ~later.exists(),
    )


async def _by_day(
    s: AsyncSession,
    at: Any,  # noqa: ANN401 - a column
    edges: Sequence[datetime],
    *conditions: sa.ColumnElement[bool],
) -> Mapping[int, int]:
    day = between(at, edges)
    statement = (
        sa.select(day, func.count())
        .where(at >= edges[0], at < edges[-1], *conditions)
        .group_by(day)
    )
    return _counts(await rows_of(s, statement))


def _times(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return func.sum(sa.case((condition, 1), else_=0))


def _counts(rows: Sequence[Sequence[Any]]) -> Mapping[int, int]:
    return {int(day): int(count) for day, count in rows}


def _shares(rows: Sequence[Sequence[Any]]) -> Mapping[int, Share]:
    return {int(day): Share(int(part), int(whole)) for day, part, whole in rows}
