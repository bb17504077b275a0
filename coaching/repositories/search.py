"""Finding messages by their words: FTS5 on SQLite, `tsvector` on PostgreSQL (migration 0010).

On PostgreSQL the index over the person's own messages is read, and then their words: under
row-level security an index over everybody's words would never be asked (0013).

Search never finds messages in a crisis or about abuse by their text, only their session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlmodel import col

from coaching.models import Message, Turn
from coaching.repositories import dialects
from coaching.values.enums import SafetyLevel
from coaching.values.safety import ABUSE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.conversations import MessageRole

    _Asked = sa.Select[UUID, UUID, str, MessageRole, datetime]

MOST_MESSAGES = 300
_DOC = sa.literal_column("messages.doc", sa.Integer)
_TSV = sa.literal_column("messages.tsv", TSVECTOR)


class Hit(NamedTuple):
    """A message that holds all the words."""

    conversation_id: UUID
    turn_id: UUID
    text: str
    role: MessageRole
    created_at: datetime


async def messages(s: AsyncSession, owner: UUID, words: Sequence[str]) -> list[Hit]:
    """Return the messages that hold all the words, the best first; the last may be a beginning."""
    if not words:
        return []
    mine = _mine(owner)
    found = _on_postgres(mine, words) if dialects.on_postgres(s) else _on_sqlite(mine, words)
    return await _hits(s, found)


async def signs(s: AsyncSession, owner: UUID, sign: str) -> list[Hit]:
    """Return the messages with what is no word, the newest first; no index knows it."""
    holds = col(Message.text).contains(sign, autoescape=True)
    return await _hits(s, _mine(owner).where(holds).order_by(col(Message.created_at).desc()))


async def _hits(s: AsyncSession, found: _Asked) -> list[Hit]:
    rows = await (await s.connection()).execute(found.limit(MOST_MESSAGES))
    return [Hit(*row) for row in rows]


def _mine(owner: UUID) -> _Asked:
    columns = (
        col(Message.conversation_id),
        col(Turn.id),
        col(Message.text),
        col(Message.role),
        col(Message.created_at),
    )
    return (
        sa.select(*columns)
        .join(Turn, col(Turn.id) == col(Message.turn_id))
        .where(
            col(Message.user_id) == owner,
            col(Turn.user_id) == owner,
            col(Turn.safety_level) != SafetyLevel.CRISIS,
            col(Turn.safety_category) != ABUSE,
        )
    )


def _on_sqlite(mine: _Asked, words: Sequence[str]) -> _Asked:
    *whole, last = words
    query = " ".join([*(f'"{word}"' for word in whole), f'"{last}"*'])
    index = sa.table("search_fts", sa.column("rowid"), sa.column("rank"))
    matches = sa.literal_column("search_fts").op("MATCH")(sa.bindparam("words", query))
    return (
        mine.join(index, index.c.rowid == _DOC).where(matches).order_by(index.c.rank, _DOC.desc())
    )


def _on_postgres(mine: _Asked, words: Sequence[str]) -> _Asked:
    *whole, last = words
    query = " & ".join([*(f"'{word}'" for word in whole), f"'{last}':*"])
    tsquery = sa.func.to_tsquery("simple", sa.bindparam("words", query))
    rank = sa.func.ts_rank_cd(_TSV, tsquery)
    return mine.where(_TSV.op("@@")(tsquery)).order_by(
        rank.desc(), col(Message.created_at).desc(), col(Message.seq).desc()
    )
