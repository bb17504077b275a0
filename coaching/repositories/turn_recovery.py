"""What happens to turns that a dead engine left behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, select, update

from coaching.models import Turn, UTCDateTime
from coaching.repositories import dialects
from coaching.repositories.turns import MAX_ATTEMPTS
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class Recovered:
    """A turn that a dead engine left running."""

    id: UUID
    user_id: UUID
    status: TurnStatus


async def recover_all(s: AsyncSession, *, now: datetime) -> Sequence[Recovered]:
    """Take over every running turn: right after the engine lock, all earlier engines are dead."""
    return await _recover(s, now)


async def recover_expired(s: AsyncSession, *, now: datetime) -> Sequence[Recovered]:
    """Take over the running turns whose lease has ended (PostgreSQL)."""
    return await _recover(s, now, dialects.lease_is_over(col(Turn.lease_until)))


async def recover_these(
    s: AsyncSession, turn_ids: Sequence[UUID], *, now: datetime
) -> Sequence[Recovered]:
    """Take over running turns that nobody runs: this engine could not write their end."""
    return await _recover(s, now, col(Turn.id).in_(turn_ids))


async def running_now(s: AsyncSession) -> Sequence[tuple[UUID, UUID]]:
    """Return (turn, owner) of everything that runs; needs a system unit."""
    statement = select(Turn.id, Turn.user_id).where(Turn.status == TurnStatus.RUNNING)
    return (await s.exec(statement)).all()


async def asked_to_stop(s: AsyncSession, turn_ids: Sequence[UUID]) -> Sequence[UUID]:
    """Return which of these running turns are to stop; needs a system unit."""
    statement = select(Turn.id).where(
        col(Turn.id).in_(turn_ids),
        Turn.status == TurnStatus.RUNNING,
        col(Turn.stop_requested).is_(True),
    )
    return (await s.exec(statement)).all()


async def owners_with_queued(s: AsyncSession) -> Sequence[UUID]:
    """Return the people whose turns wait; needs a system unit."""
    statement = select(Turn.user_id).where(Turn.status == TurnStatus.QUEUED).distinct()
    return (await s.exec(statement)).all()


async def _recover(
    s: AsyncSession, now: datetime, *conditions: sa.ColumnElement[bool]
) -> Sequence[Recovered]:
    again = col(Turn.attempt) < MAX_ATTEMPTS
    ended = sa.case(
        (col(Turn.partial) != "", TurnStatus.INTERRUPTED.value), else_=TurnStatus.FAILED.value
    )
    statement = (
        update(Turn)
        .where(col(Turn.status) == TurnStatus.RUNNING, *conditions)
        .values(
            status=sa.case((again, TurnStatus.QUEUED.value), else_=ended),
            error_code=sa.case((again, ""), else_="INTERNAL_ERROR"),
            finished_at=sa.case((again, None), else_=sa.literal(now, UTCDateTime())),
            lease_until=None,
        )
        .returning(col(Turn.id), col(Turn.user_id), col(Turn.status))
        .execution_options(synchronize_session=False)
    )
    rows = (await s.exec(statement)).all()
    return [Recovered(*row) for row in rows]
