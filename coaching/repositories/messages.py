"""What was said, in order of `seq` inside a conversation."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, or_, select

from coaching.errors import NotFound
from coaching.models import Message, ModelCall, Turn
from coaching.repositories.dialects import rows_of
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


RULES = "offline"
"""What a reply and a call have as their model where fixed rules replied."""
# Made once, because every message asks it several times.
_OF_TURN = select(Message).where(
    col(Message.user_id) == sa.bindparam("owner"),
    col(Message.turn_id) == sa.bindparam("turn"),
    col(Message.role) == sa.bindparam("role"),
)


@dataclass(frozen=True, slots=True)
class ReplyMark:
    """Return the metadata of a reply, without its text."""

    id: UUID
    user_id: UUID
    turn_id: UUID | None
    agent: str
    model: str
    prompt_hash: str
    tools_hash: str
    created_at: datetime


async def add(s: AsyncSession, owner: UUID, message: Message) -> Message:
    """Store a message as the next one of its conversation; hold the profile first."""
    message.seq = 1 + await last_seq(s, owner, message.conversation_id)
    s.add(message)
    await s.flush()
    return message


async def last_seq(s: AsyncSession, owner: UUID, conversation_id: UUID) -> int:
    """Return the number of the newest message, 0 without one."""
    statement = select(func.max(Message.seq)).where(
        Message.user_id == owner, Message.conversation_id == conversation_id
    )
    return (await s.exec(statement)).one() or 0


async def page(
    s: AsyncSession,
    owner: UUID,
    conversation_id: UUID,
    *,
    before: int | None = None,
    limit: int = 30,
) -> list[Message]:
    """Return up to `limit` messages before a number, newest last."""
    statement = select(Message).where(
        Message.user_id == owner, Message.conversation_id == conversation_id
    )
    if before is not None:
        statement = statement.where(Message.seq < before)
    newest_first = await s.exec(statement.order_by(col(Message.seq).desc()).limit(limit))
    return list(reversed(newest_first.all()))


async def length(s: AsyncSession, owner: UUID, conversation_id: UUID) -> int:
    """Return how many characters of a conversation a model would read."""
    characters = func.length(Message.text) + func.length(Message.preface)
    statement = select(func.coalesce(func.sum(characters), 0)).where(
        Message.user_id == owner, Message.conversation_id == conversation_id
    )
    return int((await s.exec(statement)).one() or 0)


async def transcript(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, after: int = 0
) -> Sequence[Message]:
    """Return all messages of a conversation after a number, oldest first."""
    statement = select(Message).where(
        Message.user_id == owner,
        Message.conversation_id == conversation_id,
        Message.seq > after,
    )
    return (await s.exec(statement.order_by(col(Message.seq)))).all()


async def by_person(s: AsyncSession, owner: UUID, *, limit: int = 200) -> Sequence[Message]:
    """Return what the person wrote last, in any session, newest first; nothing from a crisis."""
    statement = (
        select(Message)
        .outerjoin(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            Message.user_id == owner,
            Message.role == MessageRole.USER,
            or_(col(Turn.id).is_(None), Turn.safety_level != SafetyLevel.CRISIS),
        )
        .order_by(col(Message.created_at).desc(), col(Message.seq).desc())
        .limit(limit)
    )
    return (await s.exec(statement)).all()


async def find(s: AsyncSession, owner: UUID, message_id: UUID) -> Message | None:
    """Return a message of this person."""
    statement = select(Message).where(Message.user_id == owner, Message.id == message_id)
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, message_id: UUID) -> Message:
    """Return a message of this person or raise NotFound."""
    message = await find(s, owner, message_id)
    if message is None:
        raise NotFound("no such message")
    return message


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID, role: MessageRole) -> Message | None:
    """Return what the person, or the coach, said in a turn."""
    asked = {"owner": owner, "turn": turn_id, "role": role}
    return (await s.exec(_OF_TURN, params=asked)).first()


async def last_by_coach(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, before: int
) -> Message | None:
    """Return the coach's last message before a number."""
    statement = select(Message).where(
        Message.user_id == owner,
        Message.conversation_id == conversation_id,
        Message.role == MessageRole.COACH,
        Message.seq < before,
    )
    return (await s.exec(statement.order_by(col(Message.seq).desc()).limit(1))).first()


async def replies_up_to(
    s: AsyncSession, owner: UUID, turn_id: UUID, *, limit: int
) -> Sequence[str]:
    """Return the reply of a turn and those before it in its conversation, newest first."""
    reply = await of_turn(s, owner, turn_id, MessageRole.COACH)
    if reply is None:
        return []
    statement = select(Message.text).where(
        Message.user_id == owner,
        Message.conversation_id == reply.conversation_id,
        Message.role == MessageRole.COACH,
        Message.seq <= reply.seq,
    )
    return (await s.exec(statement.order_by(col(Message.seq).desc()).limit(limit))).all()


async def last_replies_meta(
    s: AsyncSession, owner: UUID, *, limit: int = 10
) -> list[dict[str, Any]]:
    """Return `meta` (mode, template ids, opening) of the last replies, newest last."""
    statement = (
        select(col(Message.meta))
        .where(Message.user_id == owner, Message.role == MessageRole.COACH)
        .order_by(col(Message.created_at).desc(), col(Message.seq).desc())
        .limit(limit)
    )
    return list(reversed((await s.exec(statement)).all()))


async def newest_replies(s: AsyncSession, *, limit: int) -> list[ReplyMark]:
    """Return what everybody's last replies that asked a model were made with, newest first.

    A reply of fixed rules counts where a model was asked for it first. Needs a system unit.
    """
    columns: list[Any] = [getattr(Message, each.name) for each in fields(ReplyMark)]
    asked = sa.select(col(ModelCall.turn_id)).where(
        col(ModelCall.provider) != RULES, col(ModelCall.turn_id).is_not(None)
    )
    is_by_model = col(Message.model).not_in(("", RULES))
    statement = (
        sa.select(*columns)
        .where(col(Message.role) == MessageRole.COACH)
        .where(or_(is_by_model, col(Message.turn_id).in_(asked)))
        .order_by(col(Message.created_at).desc(), col(Message.seq).desc())
        .limit(limit)
    )
    return [ReplyMark(*row) for row in await rows_of(s, statement)]
