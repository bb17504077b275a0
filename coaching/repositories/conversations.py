"""Sessions: numbered per person, the newest one is the current one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, func, select, update

from coaching.errors import NotFound
from coaching.models import Conversation
from coaching.values.conversations import ConversationKind, SessionStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks them several times.
_FIND = select(Conversation).where(
    col(Conversation.user_id) == sa.bindparam("owner"),
    col(Conversation.deleted_at).is_(None),
    col(Conversation.id) == sa.bindparam("conversation"),
)
_BEFORE = (
    select(Conversation)
    .where(
        col(Conversation.user_id) == sa.bindparam("owner"),
        col(Conversation.deleted_at).is_(None),
        col(Conversation.kind) == ConversationKind.COACHING,
        col(Conversation.session_number) < sa.bindparam("session_number"),
    )
    .order_by(col(Conversation.session_number).desc())
    .limit(1)
)
_CURRENT = (
    select(Conversation)
    .where(
        col(Conversation.user_id) == sa.bindparam("owner"),
        col(Conversation.deleted_at).is_(None),
        col(Conversation.kind) == sa.bindparam("kind"),
    )
    .order_by(col(Conversation.session_number).desc())
    .limit(1)
)


def new(owner: UUID, *, at: datetime) -> Conversation:
    """Return an empty conversation; `add` gives it its number."""
    return Conversation(user_id=owner, session_number=0, last_message_at=at, created_at=at)


async def add(s: AsyncSession, owner: UUID, conversation: Conversation) -> Conversation:
    """Store a conversation with the person's next number; hold the profile first."""
    newest = select(func.max(Conversation.session_number)).where(Conversation.user_id == owner)
    conversation.session_number = 1 + ((await s.exec(newest)).one() or 0)
    s.add(conversation)
    await s.flush()
    return conversation


async def current(
    s: AsyncSession, owner: UUID, kind: ConversationKind = ConversationKind.COACHING
) -> Conversation | None:
    """Return the newest conversation of a kind, whether or not a new one is due."""
    return (await s.exec(_CURRENT, params={"owner": owner, "kind": kind})).first()


async def newest(s: AsyncSession, owner: UUID) -> Conversation | None:
    """Return the newest conversation of any kind: the one that a message belongs to."""
    statement = select(Conversation).where(*_of(owner))
    order = col(Conversation.session_number).desc()
    return (await s.exec(statement.order_by(order).limit(1))).first()


async def before(s: AsyncSession, owner: UUID, session_number: int) -> Conversation | None:
    """Return the coaching session before the one with this number."""
    asked = {"owner": owner, "session_number": session_number}
    return (await s.exec(_BEFORE, params=asked)).first()


async def find(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Conversation | None:
    """Return a conversation of this person."""
    asked = {"owner": owner, "conversation": conversation_id}
    return (await s.exec(_FIND, params=asked)).first()


async def deleted(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Conversation | None:
    """Return the empty row of a conversation that this person deleted."""
    statement = select(Conversation).where(
        Conversation.user_id == owner,
        Conversation.id == conversation_id,
        col(Conversation.deleted_at).is_not(None),
    )
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, conversation_id: UUID) -> Conversation:
    """Return a conversation of this person or raise NotFound."""
    conversation = await find(s, owner, conversation_id)
    if conversation is None:
        raise NotFound("no such conversation")
    return conversation


async def for_user(
    s: AsyncSession, owner: UUID, *, before: int | None = None, limit: int = 30
) -> Sequence[Conversation]:
    """Return a page of conversations, newest first, before a session number."""
    statement = select(Conversation).where(*_of(owner))
    if before is not None:
        statement = statement.where(Conversation.session_number < before)
    ordered = statement.order_by(col(Conversation.session_number).desc()).limit(limit)
    return (await s.exec(ordered)).all()


async def among(s: AsyncSession, owner: UUID, ids: Sequence[UUID]) -> Sequence[Conversation]:
    """Return those of some conversations that are this person's."""
    statement = select(Conversation).where(*_of(owner), col(Conversation.id).in_(ids))
    return (await s.exec(statement)).all()


async def close(s: AsyncSession, owner: UUID, conversation_id: UUID, *, at: datetime) -> bool:
    """End a session: nothing more is said in it."""
    statement = (
        update(Conversation)
        .where(
            col(Conversation.user_id) == owner,
            col(Conversation.id) == conversation_id,
            col(Conversation.session_status) == SessionStatus.OPEN,
        )
        .values(session_status=SessionStatus.CLOSED, ended_at=at)
        .returning(col(Conversation.id))
    )
    return (await s.exec(statement)).first() is not None


async def unlink(s: AsyncSession, owner: UUID, gone: UUID) -> None:
    """Empty the links to a goal or a dream that is deleted."""
    mine = update(Conversation).where(col(Conversation.user_id) == owner)
    await s.exec(mine.where(col(Conversation.goal_id) == gone).values(goal_id=None))
    await s.exec(mine.where(col(Conversation.dream_id) == gone).values(dream_id=None))


async def idle_since(
    s: AsyncSession, instant: datetime, *, limit: int = 100
) -> Sequence[Conversation]:
    """Return open sessions without a message since an instant; needs a system unit."""
    statement = (
        select(Conversation)
        .where(
            Conversation.session_status == SessionStatus.OPEN,
            Conversation.last_message_at < instant,
        )
        .order_by(col(Conversation.last_message_at))
        .limit(limit)
    )
    return (await s.exec(statement)).all()


async def how_many(s: AsyncSession) -> int:
    """Return how many conversations there are; needs a system unit."""
    return (await s.exec(select(func.count()).select_from(Conversation))).one()


def _of(owner: UUID) -> tuple[ColumnElement[bool], ...]:
    """Leave out the empty rows of deleted conversations."""
    return col(Conversation.user_id) == owner, col(Conversation.deleted_at).is_(None)
