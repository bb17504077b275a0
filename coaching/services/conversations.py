"""Read model of conversations: sessions, and messages with the status of their turns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from coaching.repositories import conversations
from coaching.services import threads
from coaching.services.turns import reply_id
from coaching.values import chips
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message, Turn
    from coaching.services.threads import ThreadTurn
    from coaching.values.chips import Chip

_UNFINISHED: Mapping[TurnStatus, str] = {
    TurnStatus.QUEUED: "waiting",
    TurnStatus.RUNNING: "streaming",
}


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as a screen shows it.

    A reply that is still to come, or broke off, is there too, under the id that it will have.
    """

    id: UUID
    turn_id: UUID
    conversation_id: UUID
    role: Literal["user", "coach"]
    text: str
    agent: str
    status: str
    created_at: datetime
    meta: Mapping[str, Any]
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Messages, newest last. `before` asks for the page before this one; None: there is none."""

    items: tuple[MessageView, ...]
    before: int | None


async def page(
    s: AsyncSession,
    owner: UUID,
    *,
    conversation_id: UUID | None = None,
    before: int | None = None,
    limit: int = 30,
) -> Page:
    """Return up to `limit` messages of one session, or across all of them, before a cursor.

    Whole turns only: a question and its reply are never torn apart by a page.
    """
    if conversation_id is not None:
        await conversations.require(s, owner, conversation_id)
    count = max(1, math.ceil(limit / 2))
    found = await threads.page(s, owner, before=before, limit=count, session_id=conversation_id)
    return Page(tuple(view for row in found.turns for view in _views(row)), before=found.next)


def _views(row: ThreadTurn) -> Iterator[MessageView]:
    if row.said is not None:
        yield _view(row.turn, row.said)
    yield _to_come(row.turn) if row.reply is None else _view(row.turn, row.reply)


def _view(turn: Turn, message: Message) -> MessageView:
    is_coach = message.role is MessageRole.COACH
    return MessageView(
        id=message.id,
        turn_id=turn.id,
        conversation_id=message.conversation_id,
        role="coach" if is_coach else "user",
        text=message.text,
        agent=message.agent if is_coach else "",
        status=message.status,
        created_at=message.created_at,
        meta=message.meta,
        chips=chips.from_json(message.chips),
    )


def _to_come(turn: Turn) -> MessageView:
    return MessageView(
        id=reply_id(turn.id),
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        role="coach",
        text=turn.partial,
        agent=turn.agent,
        status=_UNFINISHED.get(turn.status, turn.status.value),
        created_at=turn.finished_at or turn.started_at or turn.created_at,
        meta={},
    )
