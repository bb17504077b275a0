"""Questions about turns. What changes a turn's state is in `turn_states`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from coaching.errors import NotFound
from coaching.models import Turn
from coaching.values.enums import TurnKind, TurnStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_WAITING = (TurnStatus.QUEUED, TurnStatus.RUNNING)


async def find(s: AsyncSession, owner: UUID, turn_id: UUID) -> Turn | None:
    """Return a turn of this person, as the database has it."""
    statement = select(Turn).where(Turn.user_id == owner, Turn.id == turn_id)
    return (await s.exec(statement.execution_options(populate_existing=True))).first()


async def require(s: AsyncSession, owner: UUID, turn_id: UUID) -> Turn:
    """Return a turn of this person or raise NotFound."""
    turn = await find(s, owner, turn_id)
    if turn is None:
        raise NotFound("no such turn")
    return turn


async def with_client_id(s: AsyncSession, owner: UUID, client_message_id: str) -> Turn | None:
    """Return the turn that a client message id already has."""
    statement = select(Turn).where(
        Turn.user_id == owner, Turn.client_message_id == client_message_id
    )
    return (await s.exec(statement)).first()


async def newest(s: AsyncSession, owner: UUID) -> Turn | None:
    """Return the person's newest turn: the only one that can be retried."""
    statement = select(Turn).where(Turn.user_id == owner).order_by(col(Turn.seq).desc()).limit(1)
    return (await s.exec(statement)).first()


async def running(s: AsyncSession, owner: UUID) -> Turn | None:
    """Return the one turn that runs."""
    statement = select(Turn).where(Turn.user_id == owner, Turn.status == TurnStatus.RUNNING)
    return (await s.exec(statement)).first()


async def next_queued(s: AsyncSession, owner: UUID) -> Turn | None:
    """Return the turn that waits longest."""
    statement = (
        select(Turn)
        .where(Turn.user_id == owner, Turn.status == TurnStatus.QUEUED)
        .order_by(col(Turn.seq))
        .limit(1)
    )
    return (await s.exec(statement)).first()


async def how_many_wait(s: AsyncSession, owner: UUID) -> int:
    """Return how many turns are queued."""
    statement = select(func.count()).where(Turn.user_id == owner, Turn.status == TurnStatus.QUEUED)
    return (await s.exec(statement)).one()


async def queue_position(s: AsyncSession, owner: UUID, seq: int) -> int:
    """Return how many turns come before the one with this number."""
    statement = select(func.count()).where(
        Turn.user_id == owner, col(Turn.status).in_(_WAITING), Turn.seq < seq
    )
    return (await s.exec(statement)).one()


async def how_many_in(s: AsyncSession, owner: UUID, conversation_id: UUID) -> int:
    """Return how many messages of the person a conversation has had."""
    statement = select(func.count()).where(
        Turn.user_id == owner,
        Turn.conversation_id == conversation_id,
        Turn.kind == TurnKind.MESSAGE,
    )
    return (await s.exec(statement)).one()


async def owners_with_queued(s: AsyncSession) -> Sequence[UUID]:
    """Return the people whose turns wait; needs a system unit."""
    statement = select(Turn.user_id).where(Turn.status == TurnStatus.QUEUED).distinct()
    return (await s.exec(statement)).all()


async def last_seq(s: AsyncSession, owner: UUID) -> int:
    """Return the number of the person's newest turn, 0 without one."""
    statement = select(func.max(Turn.seq)).where(Turn.user_id == owner)
    return (await s.exec(statement)).one() or 0
