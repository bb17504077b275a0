"""Runs of practices."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.domains.practices.models import DONE, EndedAs, PracticeRun
from coaching.errors import NotFound
from coaching.models import BetaAnalytics
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import within
from coaching.values.scope import EVERYBODY, Scope
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class EndedRuns:
    """How many runs of a practice ended in one way, from one step.

    `change` is the sum of after minus before over the `compared` ones that have both.
    """

    practice_id: str
    ended_as: EndedAs
    left_from: str
    times: int
    compared: int
    change: int


# Made once, because every message asks it.
_INSTANT = sa.bindparam("instant")
_SINCE = (
    select(PracticeRun)
    .where(
        col(PracticeRun.user_id) == sa.bindparam("owner"),
        (col(PracticeRun.created_at) >= _INSTANT) | (col(PracticeRun.ended_at) >= _INSTANT),
    )
    .order_by(col(PracticeRun.created_at))
)


async def add(s: AsyncSession, owner: UUID, run: PracticeRun) -> PracticeRun:
    """Store a run."""
    run.user_id = owner
    s.add(run)
    await s.flush()
    return run


async def running(s: AsyncSession, owner: UUID) -> PracticeRun | None:
    """Return the run that hasn't ended; a person has one at most."""
    statement = select(PracticeRun).where(
        PracticeRun.user_id == owner, col(PracticeRun.ended_at).is_(None)
    )
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, run_id: UUID) -> PracticeRun:
    """Return a run of this person or raise NotFound."""
    statement = select(PracticeRun).where(PracticeRun.user_id == owner, PracticeRun.id == run_id)
    run = (await s.exec(statement)).first()
    if run is None:
        raise NotFound("no such practice run")
    return run


async def since(s: AsyncSession, owner: UUID, instant: datetime) -> Sequence[PracticeRun]:
    """Return the runs that began or ended since an instant, oldest first."""
    return (await s.exec(_SINCE, params={"owner": owner, "instant": instant})).all()


async def has_done_any(s: AsyncSession, owner: UUID) -> bool:
    """Return True if a practice ever came to its end."""
    statement = select(PracticeRun.id).where(
        PracticeRun.user_id == owner, col(PracticeRun.ended_as).in_(DONE)
    )
    return (await s.exec(statement.limit(1))).first() is not None


async def remove(s: AsyncSession, owner: UUID, run_id: UUID) -> None:
    """Delete a run."""
    await s.exec(
        delete(PracticeRun).where(col(PracticeRun.user_id) == owner, col(PracticeRun.id) == run_id)
    )


async def untouched_since(s: AsyncSession, instant: datetime) -> Sequence[PracticeRun]:
    """Return runs that were idle since an instant; needs a system transaction."""
    statement = select(PracticeRun).where(
        col(PracticeRun.ended_at).is_(None), col(PracticeRun.updated_at) < instant
    )
    return (await s.exec(statement)).all()


async def started_since(
    s: AsyncSession, instant: datetime, *, scope: Scope = EVERYBODY
) -> Counter[str]:
    """Return how often each practice was started; needs a system unit.

    By the usage events: a run that nobody came back to is gone.
    """
    statement = (
        sa.select(col(BetaAnalytics.properties), func.count())
        .where(
            # Not a parameter, so that PostgreSQL takes the index of these events.
            col(BetaAnalytics.event) == sa.literal_column(f"'{UsageEvent.PRACTICE_STARTED.value}'"),
            col(BetaAnalytics.created_at) >= instant,
            *within(scope, col(BetaAnalytics.user_id)),
        )
        .group_by(col(BetaAnalytics.properties))
    )
    return Counter({about["practice"]: times for about, times in await rows_of(s, statement)})


async def ended_since(
    s: AsyncSession, instant: datetime, *, scope: Scope = EVERYBODY
) -> list[EndedRuns]:
    """Return how runs ended since an instant; needs a system unit."""
    change = col(PracticeRun.number_after) - col(PracticeRun.number_before)
    keys = (col(PracticeRun.practice_id), col(PracticeRun.ended_as), col(PracticeRun.left_from))
    statement = (
        sa.select(*keys, func.count(), func.count(change), func.coalesce(func.sum(change), 0))
        .where(col(PracticeRun.ended_at) >= instant, *within(scope, col(PracticeRun.user_id)))
        .group_by(*keys)
    )
    return [EndedRuns(*row) for row in await rows_of(s, statement)]
