"""The overview's numbers day by day, over everybody; each needs a system unit.

`edges` are midnights, oldest first, with the end of the last day; keys count days from 0.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.quality import STEP_MS
from coaching.domains.metrics.queries import between
from coaching.models import (
    CoachingBriefing,
    Conversation,
    ModelCall,
    ObserverSignal,
    SafetyEvent,
    Turn,
)
from coaching.models.conversations import Feedback
from coaching.repositories.dialects import rows_of
from coaching.repositories.model_calls import ENDED_WELL
from coaching.values.enums import Role, TurnKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

GAP_DAYS = 7
"""Whoever writes after so many whole days without a message has come back."""
_PERSON: Any = col(Turn.user_id)
_WRITTEN = col(Turn.kind) == TurnKind.MESSAGE
_ASKED = col(ModelCall.provider) != "offline"


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


async def comebacks(s: AsyncSession, edges: Sequence[datetime]) -> tuple[int, Mapping[int, int]]:
    """Return how many people came back after a gap, in all and by day.

    `edges` begin `GAP_DAYS` days before the first day that is asked for; keys count from that day.
    """
    day = between(col(Turn.created_at), edges)
    inside = (col(Turn.created_at) >= edges[0], col(Turn.created_at) < edges[-1])
    days = (
        sa.select(_PERSON.label("user_id"), day.label("day"))
        .where(_WRITTEN, *inside)
        .distinct()
        .subquery()
    )
    before = func.lag(days.c.day).over(partition_by=days.c.user_id, order_by=days.c.day)
    lined_up = sa.select(days.c.user_id, days.c.day, before.label("before")).subquery()
    earlier = sa.select(sa.literal(1)).where(
        _WRITTEN, lined_up.c.user_id == _PERSON, col(Turn.created_at) < edges[0]
    )
    came_back = sa.case(
        (lined_up.c.before.is_(None), earlier.correlate(lined_up).exists()),
        else_=lined_up.c.day - lined_up.c.before > GAP_DAYS,
    )
    found = (
        sa.select(lined_up.c.user_id, lined_up.c.day)
        .where(lined_up.c.day >= GAP_DAYS, came_back)
        .subquery()
    )
    people = sa.select(func.count(sa.distinct(found.c.user_id)))
    by_day = sa.select(found.c.day, func.count()).group_by(found.c.day)
    [(all_of_them,)] = await rows_of(s, people)
    rows = await rows_of(s, by_day)
    return int(all_of_them), {int(day) - GAP_DAYS: int(count) for day, count in rows}


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
    """Return in how many messages of a day a concern or a crisis was seen."""
    return await _by_day(s, col(SafetyEvent.created_at), edges)


async def urgent(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, int]:
    """Return how many signals of a day asked for a Strategist run at once."""
    return await _by_day(
        s, col(ObserverSignal.created_at), edges, col(ObserverSignal.urgency_flag).is_(True)
    )


async def messages(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, int]:
    """Return how many messages people sent on a day."""
    return await _by_day(s, col(Turn.created_at), edges, _WRITTEN)


async def first_words(
    s: AsyncSession, edges: Sequence[datetime]
) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Return the coach's times to the first word by day: (milliseconds, replies), by step."""
    first: Any = col(ModelCall.first_token_ms)
    at = col(ModelCall.created_at)
    day, step = between(at, edges), sa.cast(first, sa.Integer) - first % STEP_MS
    statement = (
        sa.select(day, step, func.count())
        .where(
            col(ModelCall.role) == Role.COACH.value,
            first.is_not(None),
            at >= edges[0],
            at < edges[-1],
        )
        .group_by(day, step)
        .order_by(day, step)
    )
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for day_, ms, count in await rows_of(s, statement):
        found[int(day_)].append((int(ms), int(count)))
    return found


async def failures(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, Share]:
    """Return how many of a day's calls of the models ended badly."""
    at = col(ModelCall.created_at)
    day = between(at, edges)
    statement = (
        sa.select(day, _times(col(ModelCall.outcome).not_in(ENDED_WELL)), func.count())
        .where(_ASKED, at >= edges[0], at < edges[-1])
        .group_by(day)
    )
    return _shares(await rows_of(s, statement))


async def spent(s: AsyncSession, edges: Sequence[datetime]) -> Mapping[int, int]:
    """Return what the calls of a day cost, in micro-dollars."""
    at = col(ModelCall.created_at)
    day = between(at, edges)
    statement = (
        sa.select(day, func.coalesce(func.sum(ModelCall.cost_microusd), 0))
        .where(_ASKED, at >= edges[0], at < edges[-1])
        .group_by(day)
    )
    return _counts(await rows_of(s, statement))


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
        col(ObserverSignal.urgency_flag).is_(True),
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
