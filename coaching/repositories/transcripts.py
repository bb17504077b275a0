"""Messages with the status of their turns, so missing and broken replies are visible."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.models import Message, Turn
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.safety import ABUSE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import TurnStatus


class TranscriptRow(NamedTuple):
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
    seq: int = 0
    safety_level: SafetyLevel = SafetyLevel.NONE
    chips: list[dict[str, Any]] = []  # noqa: RUF012 - a default of a tuple, never changed


async def add(s: AsyncSession, owner: UUID, conversation_id: UUID, said: TranscriptRow) -> None:
    """Store a message by a statement, which takes half as long as an object of the unit."""
    values = {
        "id": said.id,
        "user_id": owner,
        "conversation_id": conversation_id,
        "turn_id": said.turn_id,
        "seq": said.seq,
        "role": said.role,
        "content": [{"type": "text", "text": said.text}],
        "text": said.text,
        "preface": said.preface,
        "meta": said.meta,
        "created_at": said.created_at,
    }
    await s.exec(_add(), params=values)


@cache
def _add() -> sa.Insert:
    """Return the statement; all other columns have their default."""
    return sa.insert(cast("sa.Table", sa.inspect(Message).local_table))


async def in_session(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, up_to: int, after: int = 0
) -> list[TranscriptRow]:
    """Return what was said in a session up to a number, oldest first. Columns, not entities."""
    place = {"owner": owner, "session": conversation_id, "up_to": up_to, "after": after}
    rows = await (await s.connection()).execute(_in_session(), place)
    return list(map(TranscriptRow._make, rows))


@cache
def _in_session() -> sa.Executable:
    """Return the statement. Each turn asks it, and making it takes longer than running it."""
    return (
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
            col(Message.seq),
            col(Turn.safety_level),
            col(Message.chips),
        )
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == sa.bindparam("owner"),
            col(Message.conversation_id) == sa.bindparam("session"),
            col(Message.seq) > sa.bindparam("after"),
            col(Message.seq) <= sa.bindparam("up_to"),
        )
        .order_by(col(Message.seq))
    )


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


async def first_words(
    s: AsyncSession, owner: UUID, conversation_ids: Sequence[UUID], *, most: int = 4
) -> list[tuple[UUID, str]]:
    """Return what the person said first in some sessions, oldest first; nothing about a danger."""
    nth = sa.func.row_number().over(
        partition_by=col(Message.conversation_id), order_by=col(Message.seq)
    )
    calm = (
        sa.select(
            col(Message.conversation_id), col(Message.text), col(Message.seq), nth.label("nth")
        )
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == owner,
            col(Message.conversation_id).in_(conversation_ids),
            col(Message.role) == MessageRole.USER,
            col(Turn.safety_level) == SafetyLevel.NONE,
            col(Turn.safety_category) != ABUSE,
        )
        .subquery()
    )
    statement = (
        sa.select(calm.c.conversation_id, calm.c.text)
        .where(calm.c.nth <= most)
        .order_by(calm.c.seq)
    )
    rows = await (await s.connection()).execute(statement)
    return [(row[0], row[1]) for row in rows]


async def in_danger(s: AsyncSession, owner: UUID, *, limit: int = 60) -> list[str]:
    """Return what the person said in a danger, and from a disclosure of abuse on in its session."""
    about_abuse = col(Turn.safety_category) == ABUSE
    serious = sa.or_(col(Turn.safety_level) == SafetyLevel.CRISIS, about_abuse)
    flagged = (
        sa.select(col(Turn.id), col(Turn.conversation_id), col(Turn.seq), about_abuse)
        .where(col(Turn.user_id) == owner, col(Turn.safety_level) != SafetyLevel.NONE, serious)
        .order_by(col(Turn.seq).desc())
        .limit(limit)
    )
    rows = (await (await s.connection()).execute(flagged)).all()
    if not rows:
        return []
    # The newest come first, so that the earliest of a conversation is the one that counts.
    since = {conversation_id: seq for _, conversation_id, seq, is_abuse in rows if is_abuse}
    after = [
        sa.and_(col(Turn.conversation_id) == conversation_id, col(Turn.seq) >= seq)
        for conversation_id, seq in since.items()
    ]
    statement = (
        sa.select(col(Message.text))
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == owner,
            col(Message.role) == MessageRole.USER,
            sa.or_(col(Turn.id).in_([row[0] for row in rows]), *after),
        )
        .order_by(col(Turn.seq).desc())
        .limit(limit)
    )
    return list((await (await s.connection()).execute(statement)).scalars())


async def has_words(s: AsyncSession, owner: UUID, conversation_id: UUID) -> bool:
    """Return True if the person said anything in a session."""
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
