"""What the Observer saw, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.models import ObserverSignal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it several times.
_NEWEST = (
    select(ObserverSignal)
    .where(col(ObserverSignal.user_id) == sa.bindparam("owner"))
    .order_by(col(ObserverSignal.created_at).desc(), col(ObserverSignal.ordinal).desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)


async def replace_of_turn(
    s: AsyncSession, owner: UUID, turn_id: UUID, found: Sequence[ObserverSignal]
) -> None:
    """Store what the Observer saw in a turn in place of what it saw before."""
    for signal in found:
        signal.user_id, signal.turn_id = owner, turn_id
    await s.exec(
        delete(ObserverSignal).where(
            col(ObserverSignal.user_id) == owner, col(ObserverSignal.turn_id) == turn_id
        )
    )
    s.add_all(found)
    await s.flush()


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID) -> Sequence[ObserverSignal]:
    """Return the signals of a turn."""
    statement = select(ObserverSignal).where(
        ObserverSignal.user_id == owner, ObserverSignal.turn_id == turn_id
    )
    return (await s.exec(statement.order_by(col(ObserverSignal.ordinal)))).all()


async def of_session(s: AsyncSession, owner: UUID, session_id: UUID) -> Sequence[ObserverSignal]:
    """Return the signals of a conversation, oldest first."""
    statement = select(ObserverSignal).where(
        ObserverSignal.user_id == owner, ObserverSignal.session_id == session_id
    )
    ordered = statement.order_by(col(ObserverSignal.created_at), col(ObserverSignal.ordinal))
    return (await s.exec(ordered)).all()


async def newest(s: AsyncSession, owner: UUID, *, limit: int = 10) -> list[ObserverSignal]:
    """Return the last signals of any session, newest last."""
    found = await s.exec(_NEWEST, params={"owner": owner, "limit": limit})
    return list(reversed(found.all()))


async def remove(s: AsyncSession, owner: UUID, signal_id: UUID) -> ObserverSignal | None:
    """Delete a signal and return what it was; None without one."""
    statement = select(ObserverSignal).where(
        ObserverSignal.user_id == owner, ObserverSignal.id == signal_id
    )
    row = (await s.exec(statement)).first()
    if row is not None:
        await s.delete(row)
        await s.flush()
    return row


async def how_many(s: AsyncSession, *, since: datetime | None = None) -> int:
    """Return how many signals there are, or came since an instant; needs a system unit."""
    statement = select(func.count()).select_from(ObserverSignal)
    if since is not None:
        statement = statement.where(ObserverSignal.created_at >= since)
    return (await s.exec(statement)).one()
