"""A person's turns with what was said in them, across sessions: what a chat shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy.orm import aliased
from sqlmodel import and_, col, or_, select

from coaching.models import Conversation, Message, ToolCall, Turn
from coaching.values.conversations import MessageRole, SessionStatus
from coaching.values.enums import TurnKind, TurnStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession
    from sqlmodel.sql.expression import SelectOfScalar


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """One turn: its session, what the person said and what the coach said."""

    turn: Turn
    session_number: int
    session_status: SessionStatus
    said: Message | None
    reply: Message | None


async def newest_first(
    s: AsyncSession,
    owner: UUID,
    *,
    before: int | None = None,
    limit: int = 30,
    session_id: UUID | None = None,
) -> list[ThreadRow]:
    """Return up to `limit` turns before a turn's number, newest first."""
    said, reply = aliased(Message), aliased(Message)
    # SQLModel's `select` has overloads for four columns only.
    choose = cast("Callable[..., SelectOfScalar[tuple[Any, ...]]]", select)
    statement = (
        choose(Turn, Conversation.session_number, Conversation.session_status, said, reply)
        .join(Conversation, col(Conversation.id) == Turn.conversation_id)
        .outerjoin(said, _in_turn(said, MessageRole.USER))
        .outerjoin(reply, _in_turn(reply, MessageRole.COACH))
        .where(Turn.user_id == owner, Conversation.user_id == owner)
        # What was deleted leaves a stopped turn without words.
        .where(
            or_(
                Turn.status != TurnStatus.STOPPED,
                col(said.id).is_not(None),
                col(reply.id).is_not(None),
            )
        )
    )
    if before is not None:
        statement = statement.where(Turn.seq < before)
    if session_id is not None:
        statement = statement.where(Turn.conversation_id == session_id)
    found = await s.exec(statement.order_by(col(Turn.seq).desc()).limit(limit))
    return [ThreadRow(*row) for row in found.all()]


async def tools_of(s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]) -> Sequence[ToolCall]:
    """Return the tool calls of some turns in the order in which they ran."""
    statement = (
        select(ToolCall)
        .where(ToolCall.user_id == owner, col(ToolCall.turn_id).in_(turn_ids))
        .order_by(col(ToolCall.created_at), col(ToolCall.step), col(ToolCall.ordinal))
    )
    return (await s.exec(statement)).all()


async def newest_reply(s: AsyncSession, owner: UUID) -> Message | None:
    """Return what the coach said last; that a draft was answered is no thread to pick up."""
    statement = (
        select(Message)
        .join(Turn, col(Turn.id) == Message.turn_id)
        .where(
            Message.user_id == owner,
            Message.role == MessageRole.COACH,
            Turn.kind != TurnKind.DECISION,
        )
        .order_by(col(Message.created_at).desc(), col(Message.seq).desc())
        .limit(1)
    )
    return (await s.exec(statement)).first()


def _in_turn(message: type[Message], role: MessageRole) -> ColumnElement[bool]:
    return and_(message.turn_id == Turn.id, message.user_id == Turn.user_id, message.role == role)
