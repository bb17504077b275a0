"""What was said, with how its turn stands: a reply that is not there yet, or broke off, shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.models import Message, MessageRole, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import SafetyLevel, TurnStatus


class Said(NamedTuple):
    """One message of a session and its turn; `partial` is the text of a reply that broke off."""

    id: UUID
    turn_id: UUID
    role: MessageRole
    text: str
    preface: str
    meta: dict[str, Any]
    created_at: datetime
    status: TurnStatus
    partial: str


async def in_session(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, up_to: int, after: int = 0
) -> list[Said]:
    """Return what was said in a session up to a number, oldest first. Columns, not entities."""
    statement = (
        sa.select(
            col(Message.id),
            col(Turn.id),
            col(Message.role),
            col(Message.text),
            col(Message.preface),
            col(Message.meta),
            col(Message.created_at),
            col(Turn.status),
            col(Turn.partial),
        )
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == owner,
            col(Message.conversation_id) == conversation_id,
            col(Message.seq) > after,
            col(Message.seq) <= up_to,
        )
        .order_by(col(Message.seq))
    )
    rows = await (await s.connection()).execute(statement)
    return [Said(*row) for row in rows]


async def by_person(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, limit: int = 40
) -> list[tuple[str, SafetyLevel]]:
    """Return what the person said last in a session and how serious it was, oldest first."""
    statement = (
        sa.select(col(Message.text), col(Turn.safety_level))
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == owner,
            col(Message.conversation_id) == conversation_id,
            col(Message.role) == MessageRole.USER,
        )
        .order_by(col(Message.seq).desc())
        .limit(limit)
    )
    rows = await (await s.connection()).execute(statement)
    return [(text, level) for text, level in reversed(rows.all())]


async def has_words(s: AsyncSession, owner: UUID, conversation_id: UUID) -> bool:
    """Return whether the person said anything in a session."""
    return bool(await by_person(s, owner, conversation_id, limit=1))


async def turns_before(
    s: AsyncSession,
    owner: UUID,
    *,
    before: int | None,
    limit: int,
    conversation_id: UUID | None = None,
) -> Sequence[Turn]:
    """Return a page of the person's turns before a number, newest first."""
    statement = select(Turn).where(Turn.user_id == owner)
    if conversation_id is not None:
        statement = statement.where(Turn.conversation_id == conversation_id)
    if before is not None:
        statement = statement.where(Turn.seq < before)
    return (await s.exec(statement.order_by(col(Turn.seq).desc()).limit(limit))).all()
