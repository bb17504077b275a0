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
# Made once, because every message asks them.
_OF_TURN = select(Message).where(
    col(Message.user_id) == sa.bindparam("owner"),
    col(Message.turn_id) == sa.bindparam("turn"),
    col(Message.role) == sa.bindparam("role"),
)
_OWNER = col(Message.user_id) == sa.bindparam("owner")
_SESSION = col(Message.conversation_id) == sa.bindparam("session")
_LIMIT = sa.bindparam("limit", type_=sa.Integer())
_NEWEST_FIRST = (col(Message.created_at).desc(), col(Message.seq).desc())
_LAST_SEQ = select(func.max(Message.seq)).where(_OWNER, _SESSION)
_LAST_PAGE = select(Message).where(_OWNER, _SESSION).order_by(col(Message.seq).desc()).limit(_LIMIT)
_PAGE = _LAST_PAGE.where(col(Message.seq) < sa.bindparam("before"))
_TRANSCRIPT = (
    select(Message)
    .where(_OWNER, _SESSION, col(Message.seq) > sa.bindparam("after"))
    .order_by(col(Message.seq))
)
_BY_PERSON = (
    select(Message)
    .outerjoin(Turn, col(Turn.id) == col(Message.turn_id))
    .where(
        _OWNER,
        col(Message.role) == MessageRole.USER,
        or_(col(Turn.id).is_(None), col(Turn.safety_level) != SafetyLevel.CRISIS),
    )
    .order_by(*_NEWEST_FIRST)
    .limit(_LIMIT)
)
_LAST_BY_COACH = (
    select(Message)
    .where(
        _OWNER,
        _SESSION,
        col(Message.role) == MessageRole.COACH,
        col(Message.seq) < sa.bindparam("before"),
    )
    .order_by(col(Message.seq).desc())
    .limit(1)
)
_LAST_REPLIES_META = (
    select(col(Message.meta))
    .where(_OWNER, col(Message.role) == MessageRole.COACH)
    .order_by(*_NEWEST_FIRST)
    .limit(_LIMIT)
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
    asked = {"owner": owner, "session": conversation_id}
    return (await s.exec(_LAST_SEQ, params=asked)).one() or 0


async def page(
    s: AsyncSession,
    owner: UUID,
    conversation_id: UUID,
    *,
    before: int | None = None,
    limit: int = 30,
) -> list[Message]:
    """Return up to `limit` messages before a number, newest last."""
    asked = {"owner": owner, "session": conversation_id, "limit": limit}
    if before is None:
        newest_first = await s.exec(_LAST_PAGE, params=asked)
    else:
        newest_first = await s.exec(_PAGE, params=asked | {"before": before})
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
    asked = {"owner": owner, "session": conversation_id, "after": after}
    return (await s.exec(_TRANSCRIPT, params=asked)).all()


async def by_person(s: AsyncSession, owner: UUID, *, limit: int = 200) -> Sequence[Message]:
    """Return what the person wrote last, in any session, newest first; nothing from a crisis."""
    return (await s.exec(_BY_PERSON, params={"owner": owner, "limit": limit})).all()


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
    asked = {"owner": owner, "session": conversation_id, "before": before}
    return (await s.exec(_LAST_BY_COACH, params=asked)).first()


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
    asked = {"owner": owner, "limit": limit}
    return list(reversed((await s.exec(_LAST_REPLIES_META, params=asked)).all()))


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
