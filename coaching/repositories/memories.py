"""Facts, decisions, life events and commitments, with the words they came from."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, or_, select, update

from coaching.models import CoachMemory
from coaching.values.enums import Importance, MemoryState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession
    from sqlmodel.sql.expression import SelectOfScalar

KNOWN = 500
WAITS = timedelta(days=7)
_WEIGHT = sa.case(
    (col(CoachMemory.importance) == Importance.HIGH, 0),
    (col(CoachMemory.importance) == Importance.MEDIUM, 1),
    else_=2,
)
# Made once, because every message asks them several times.
_WAITING = (
    select(CoachMemory)
    .where(
        col(CoachMemory.user_id) == sa.bindparam("owner"),
        col(CoachMemory.state) == MemoryState.WAITING,
    )
    .order_by(col(CoachMemory.created_at))
)
_ACTIVE = (
    select(CoachMemory)
    .where(
        col(CoachMemory.user_id) == sa.bindparam("owner"),
        col(CoachMemory.active),
        or_(
            col(CoachMemory.expires_at).is_(None),
            col(CoachMemory.expires_at) > sa.bindparam("now"),
        ),
    )
    .order_by(
        col(CoachMemory.is_pinned).desc(),
        _WEIGHT,
        col(CoachMemory.updated_at).desc(),
        col(CoachMemory.created_at).desc(),
    )
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)
_KNOWN = (
    select(CoachMemory)
    .where(
        col(CoachMemory.user_id) == sa.bindparam("owner"),
        col(CoachMemory.state) != MemoryState.GONE,
    )
    .order_by(col(CoachMemory.updated_at).desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)


async def add(s: AsyncSession, owner: UUID, memory: CoachMemory) -> CoachMemory:
    """Store a memory."""
    memory.user_id = owner
    s.add(memory)
    await s.flush()
    return memory


async def find(s: AsyncSession, owner: UUID, memory_id: UUID) -> CoachMemory | None:
    """Return a memory of this person; what is gone is not there."""
    memory = await row(s, owner, memory_id)
    return None if memory is None or memory.state is MemoryState.GONE else memory


async def row(s: AsyncSession, owner: UUID, memory_id: UUID) -> CoachMemory | None:
    """Return a memory of this person also when its words are gone."""
    return (await s.exec(_of(owner).where(CoachMemory.id == memory_id))).first()


async def active(
    s: AsyncSession, owner: UUID, *, now: datetime, limit: int = 30
) -> Sequence[CoachMemory]:
    """Return what holds now: what the person pinned, then the most important and newest."""
    asked = {"owner": owner, "now": now, "limit": limit}
    return (await s.exec(_ACTIVE, params=asked)).all()


async def waiting(s: AsyncSession, owner: UUID) -> Sequence[CoachMemory]:
    """Return what waits for the person's yes, oldest first."""
    return (await s.exec(_WAITING, params={"owner": owner})).all()


async def page(
    s: AsyncSession, owner: UUID, *, before: UUID | None, limit: int
) -> Sequence[CoachMemory]:
    """Return what holds or waits, newest first; `before` is the last one of the page before."""
    shown = col(CoachMemory.state).in_((MemoryState.ACTIVE, MemoryState.WAITING))
    statement = _of(owner).where(shown)
    last = await row(s, owner, before) if before else None
    if last is not None:
        place = (col(CoachMemory.created_at), col(CoachMemory.id))
        statement = statement.where(sa.tuple_(*place) < sa.tuple_(last.created_at, last.id))
    newest_first = (col(CoachMemory.created_at).desc(), col(CoachMemory.id).desc())
    return (await s.exec(statement.order_by(*newest_first).limit(limit))).all()


async def known(s: AsyncSession, owner: UUID, *, limit: int = KNOWN) -> Sequence[CoachMemory]:
    """Return everything that still has its words, the newest first."""
    return (await s.exec(_KNOWN, params={"owner": owner, "limit": limit})).all()


async def of_message(s: AsyncSession, owner: UUID, message_id: UUID) -> Sequence[CoachMemory]:
    """Return what came from one message, in any state."""
    return (await s.exec(_of(owner).where(CoachMemory.message_id == message_id))).all()


async def superseded_by(s: AsyncSession, owner: UUID, memory_id: UUID) -> Sequence[CoachMemory]:
    """Return the older memories whose place this one took."""
    return (await s.exec(_of(owner).where(CoachMemory.superseded_by == memory_id))).all()


async def set_aside(s: AsyncSession, owner: UUID, *, limit: int) -> Sequence[CoachMemory]:
    """Return the newest memories that are over and that no newer one replaced."""
    statement = _of(owner).where(
        CoachMemory.state == MemoryState.SUPERSEDED, col(CoachMemory.superseded_by).is_(None)
    )
    return (await s.exec(statement.order_by(col(CoachMemory.updated_at).desc()).limit(limit))).all()


async def expire(s: AsyncSession, *, now: datetime) -> int:
    """Let memories whose time is over rest; needs a system unit."""
    statement = (
        update(CoachMemory)
        .where(col(CoachMemory.active), col(CoachMemory.expires_at) <= now)
        .values(active=False, state=MemoryState.EXPIRED, updated_at=now)
        .returning(col(CoachMemory.id))
    )
    return len((await s.exec(statement)).all())


async def ask_from(s: AsyncSession, owner: UUID, instant: datetime) -> None:
    """Give everything that waits its whole time from an instant on."""
    statement = update(CoachMemory).where(
        col(CoachMemory.user_id) == owner, col(CoachMemory.state) == MemoryState.WAITING
    )
    await s.exec(statement.values(waits_until=instant + WAITS))


async def unanswered(s: AsyncSession, *, now: datetime) -> Sequence[CoachMemory]:
    """Return what waited for a yes too long, of anybody; needs a system unit."""
    statement = select(CoachMemory).where(
        CoachMemory.state == MemoryState.WAITING, col(CoachMemory.waits_until) <= now
    )
    return (await s.exec(statement)).all()


async def let_go_unanswered(s: AsyncSession, *, now: datetime) -> int:
    """Take the words from what waited for a yes too long; needs a system unit."""
    statement = (
        update(CoachMemory)
        .where(col(CoachMemory.state) == MemoryState.WAITING, col(CoachMemory.waits_until) <= now)
        .values(
            state=MemoryState.GONE,
            content="",
            quote="",
            fingerprint=sa.cast(col(CoachMemory.id), sa.Text),
            waits_until=None,
            updated_at=now,
        )
        .returning(col(CoachMemory.id))
    )
    return len((await s.exec(statement)).all())


def _of(owner: UUID) -> SelectOfScalar[CoachMemory]:
    return select(CoachMemory).where(CoachMemory.user_id == owner)
