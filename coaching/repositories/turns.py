"""The turn state machine. Every write after a claim is guarded by the turn's fence.

queued → running → done | stopped | interrupted | failed; interrupted | failed → queued by retry.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select, update

from coaching.errors import NotFound
from coaching.models import Turn
from coaching.repositories import dialects
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession

MAX_ATTEMPTS = 3
_FIND = (
    select(Turn)
    .where(col(Turn.user_id) == sa.bindparam("owner"), col(Turn.id) == sa.bindparam("turn"))
    .execution_options(populate_existing=True)
)
_WAITING = (TurnStatus.QUEUED, TurnStatus.RUNNING)
_OTHER = aliased(Turn)  # made once: its columns take longer than the rest of a statement
_NEWEST = (
    select(Turn)
    .where(col(Turn.user_id) == sa.bindparam("owner"))
    .order_by(col(Turn.seq).desc())
    .limit(1)
)
_NEXT_QUEUED = (
    select(Turn)
    .where(col(Turn.user_id) == sa.bindparam("owner"), col(Turn.status) == TurnStatus.QUEUED)
    .order_by(col(Turn.seq))
    .limit(1)
)


async def add(s: AsyncSession, owner: UUID, turn: Turn, *, starts_at: datetime | None) -> None:
    """Store a turn, in line or running at once; hold the profile first, and know its number."""
    turn.user_id = owner
    if starts_at is not None:
        turn.status, turn.attempt, turn.fence = TurnStatus.RUNNING, 1, 1
        turn.started_at = starts_at
        if dialects.on_postgres(s):  # by the database's clock, hence an expression
            turn.lease_until = cast("Any", dialects.lease(s))
    s.add(turn)
    await s.flush()


async def find(s: AsyncSession, owner: UUID, turn_id: UUID) -> Turn | None:
    """Return a turn of this person, as the database has it."""
    return (await s.exec(_FIND, params={"owner": owner, "turn": turn_id})).first()


async def require(s: AsyncSession, owner: UUID, turn_id: UUID) -> Turn:
    """Return a turn of this person or raise NotFound."""
    turn = await find(s, owner, turn_id)
    if turn is None:
        raise NotFound("no such turn")
    return turn


async def newest(s: AsyncSession, owner: UUID) -> Turn | None:
    """Return the person's newest turn: the only one that can be retried."""
    return (await s.exec(_NEWEST, params={"owner": owner})).first()


async def of_session(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Sequence[Turn]:
    """Return all turns of a conversation, oldest first."""
    statement = select(Turn).where(Turn.user_id == owner, Turn.conversation_id == conversation_id)
    return (await s.exec(statement.order_by(col(Turn.seq)))).all()


async def next_queued(s: AsyncSession, owner: UUID) -> Turn | None:
    """Return the turn that waits longest."""
    return (await s.exec(_NEXT_QUEUED, params={"owner": owner})).first()


async def unfinished(s: AsyncSession, owner: UUID) -> Sequence[UUID]:
    """Return the turns that wait or run, in order."""
    statement = select(Turn.id).where(Turn.user_id == owner, col(Turn.status).in_(_WAITING))
    return (await s.exec(statement.order_by(col(Turn.seq)))).all()


async def queue_position(s: AsyncSession, owner: UUID, seq: int) -> int:
    """Return how many turns come before the one with this number."""
    statement = select(func.count()).where(
        Turn.user_id == owner, col(Turn.status).in_(_WAITING), Turn.seq < seq
    )
    return (await s.exec(statement)).one()


async def claim(s: AsyncSession, owner: UUID, turn_id: UUID, *, now: datetime) -> Turn | None:
    """Start a queued turn, or return None when it is not queued or another one runs."""
    asked = {"owner": owner, "turn": turn_id, "now": now}
    statement = _claim(is_postgres=dialects.on_postgres(s))
    try:
        async with s.begin_nested():
            claimed = (await (await s.connection()).execute(statement, asked)).first()
    except IntegrityError:  # two claims at once: the index lets one running turn per person exist
        return None
    return None if claimed is None else await find(s, owner, turn_id)


@cache
def _claim(*, is_postgres: bool) -> sa.Executable:
    """Return the statement. Each turn asks it, and making it takes longer than running it."""
    mine, other = sa.inspect(Turn).local_table, sa.inspect(Turn).local_table.alias()
    busy = sa.select(other.c.id).where(
        other.c.user_id == sa.bindparam("owner"), other.c.status == TurnStatus.RUNNING
    )
    return (
        sa.update(mine)
        .where(
            mine.c.user_id == sa.bindparam("owner"),
            mine.c.id == sa.bindparam("turn"),
            mine.c.status == TurnStatus.QUEUED,
            ~busy.exists(),
        )
        .values(
            status=TurnStatus.RUNNING,
            fence=mine.c.fence + 1,
            attempt=mine.c.attempt + 1,
            lease_until=dialects.lease_on(is_postgres=is_postgres),
            started_at=sa.bindparam("now"),
            finished_at=None,
            partial="",
            error_code="",
        )
        .returning(mine.c.id)
    )


async def store_steps(
    s: AsyncSession, owner: UUID, turn_id: UUID, fence: int, steps: list[Any]
) -> bool:
    """Store the steps of a running turn; False when another engine has taken it over."""
    return await _write(s, owner, turn_id, fence, {"steps": steps})


async def is_mine(s: AsyncSession, owner: UUID, turn_id: UUID, fence: int) -> bool:
    """Return True if a running turn is still ours, and keep it so until the unit ends."""
    return await _write(s, owner, turn_id, fence, {"lease_until": dialects.lease(s)})


async def finish(  # noqa: PLR0913 - the facts of an ending
    s: AsyncSession,
    owner: UUID,
    turn_id: UUID,
    fence: int,
    *,
    now: datetime,
    agent: str = "coach",
    model: str = "",
    context_ids: Mapping[str, Any] | None = None,
) -> bool:
    """Running → done. The reply, its job and its costs belong into the same unit."""
    facts = {"agent": agent, "model": model, "context_ids": dict(context_ids or {})}
    return await _end(s, owner, turn_id, fence, TurnStatus.DONE, now, partial="", **facts)


async def stop(s: AsyncSession, owner: UUID, turn_id: UUID, fence: int, *, now: datetime) -> bool:
    """Running → stopped: the person pressed stop; what was said is stored as a message."""
    return await _end(s, owner, turn_id, fence, TurnStatus.STOPPED, now, partial="")


async def interrupt(
    s: AsyncSession,
    owner: UUID,
    turn_id: UUID,
    fence: int,
    *,
    now: datetime,
    error_code: str,
    partial: str,
) -> bool:
    """Running → interrupted: it broke after text was shown; what was shown stays."""
    facts = {"partial": partial, "error_code": error_code}
    return await _end(s, owner, turn_id, fence, TurnStatus.INTERRUPTED, now, **facts)


async def fail(
    s: AsyncSession, owner: UUID, turn_id: UUID, fence: int, *, now: datetime, error_code: str
) -> bool:
    """Running → failed: nothing usable; refund in the same unit."""
    return await _end(
        s, owner, turn_id, fence, TurnStatus.FAILED, now, partial="", error_code=error_code
    )


async def hand_over(
    s: AsyncSession, owner: UUID, turn_id: UUID, fence: int, *, spoke: bool
) -> bool:
    """Running → queued: this engine is leaving. An attempt that showed no text is not spent."""
    values = {
        "status": TurnStatus.QUEUED,
        "attempt": col(Turn.attempt) - (0 if spoke else 1),
        "lease_until": None,
    }
    return await _write(s, owner, turn_id, fence, values)


async def request_stop(s: AsyncSession, owner: UUID, turn_id: UUID) -> bool:
    """Note that the person pressed stop; False when there is nothing left to stop."""
    statement = (
        update(Turn)
        .where(
            *_this(owner, turn_id),
            col(Turn.status).in_(_WAITING),
        )
        .values(stop_requested=True)
        .returning(col(Turn.id))
    )
    return (await s.exec(statement)).first() is not None


async def stop_queued(s: AsyncSession, owner: UUID, turn_id: UUID, *, now: datetime) -> bool:
    """Queued → stopped: it never ran."""
    statement = (
        update(Turn)
        .where(
            *_this(owner, turn_id),
            col(Turn.status) == TurnStatus.QUEUED,
        )
        .values(status=TurnStatus.STOPPED, finished_at=now, stop_requested=False)
        .returning(col(Turn.id))
    )
    return (await s.exec(statement)).first() is not None


async def requeue(s: AsyncSession, owner: UUID, turn_id: UUID) -> bool:
    """Interrupted | failed → queued, for the person's newest turn and at most three attempts."""
    newer = select(_OTHER.id).where(_OTHER.user_id == owner, _OTHER.seq > col(Turn.seq))
    statement = (
        update(Turn)
        .where(
            *_this(owner, turn_id),
            col(Turn.status).in_((TurnStatus.INTERRUPTED, TurnStatus.FAILED)),
            col(Turn.attempt) < MAX_ATTEMPTS,
            ~newer.correlate(Turn).exists(),
        )
        .values(status=TurnStatus.QUEUED, stop_requested=False, finished_at=None)
        .returning(col(Turn.id))
    )
    return (await s.exec(statement)).first() is not None


def _this(owner: UUID, turn_id: UUID) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return (col(Turn.user_id) == owner, col(Turn.id) == turn_id)


async def _end(
    s: AsyncSession,
    owner: UUID,
    turn_id: UUID,
    fence: int,
    status: TurnStatus,
    now: datetime,
    **values: object,
) -> bool:
    ended = {
        "status": status,
        "finished_at": now,
        "lease_until": None,
        "stop_requested": False,
    }
    return await _write(s, owner, turn_id, fence, {**ended, **values})


async def _write(
    s: AsyncSession, owner: UUID, turn_id: UUID, fence: int, values: dict[str, Any]
) -> bool:
    statement = (
        update(Turn)
        .where(
            *_this(owner, turn_id),
            col(Turn.fence) == fence,
            col(Turn.status) == TurnStatus.RUNNING,
        )
        .values(**values)
        .returning(col(Turn.id))
    )
    return (await s.exec(statement)).first() is not None
