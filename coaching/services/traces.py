"""Trace of a reply: models, prompt, tools, tokens by kind, and its cost (K24, E44).

No words: what was said is in the messages, which are read elsewhere, and logged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import NotFound
from coaching.repositories import messages, model_calls
from coaching.values.conversations import MessageRole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import ModelCall
    from coaching.repositories.db import Db
    from coaching.repositories.messages import ReplyMark


@dataclass(frozen=True, slots=True)
class Trace:
    """Stored reply with every model call that was made for it.

    `calls` are in order: each step of each attempt, then the Observer's reading. There is none for
    a line that was prepared between two sessions: its prompt is the Strategist's of the briefing.
    """

    message_id: UUID
    at: datetime
    agent: str
    model: str
    prompt_hash: str
    tools_hash: str
    calls: tuple[ModelCall, ...]

    @property
    def microusd(self) -> int:
        """Return the cost of all calls in micro-dollars."""
        return sum(call.cost_microusd or 0 for call in self.calls)

    @property
    def is_known(self) -> bool:
        """Return True if every cost is known and none is our own estimate."""
        return all(call.cost_known for call in self.calls)

    def tokens(self, kind: str) -> int:
        """Return the tokens of a kind: input, output, cache_read, cache_write_5m … thinking."""
        return sum(getattr(call, f"{kind}_tokens") for call in self.calls)


async def of_reply(s: AsyncSession, owner: UUID, message_id: UUID) -> Trace:
    """Return where a reply of the coach came from; NotFound for anything else."""
    reply = await messages.require(s, owner, message_id)
    if reply.role is not MessageRole.COACH:
        raise NotFound("only a reply has a trace")
    calls = await model_calls.of_turn(s, owner, reply.turn_id) if reply.turn_id else ()
    return Trace(
        message_id=reply.id,
        at=reply.created_at,
        agent=reply.agent,
        model=reply.model,
        prompt_hash=reply.prompt_hash,
        tools_hash=reply.tools_hash,
        calls=tuple(calls),
    )


async def latest(db: Db, *, limit: int) -> Sequence[Trace]:
    """Return the traces of the newest replies of everybody, for the admin."""
    async with db.system("admin traces") as s:
        return await newest(s, limit=limit)


async def newest(s: AsyncSession, *, limit: int) -> Sequence[Trace]:
    """Return the traces of everybody's last replies, newest first; needs a system unit."""
    return [await _of_mark(s, mark) for mark in await messages.newest_replies(s, limit=limit)]


async def _of_mark(s: AsyncSession, mark: ReplyMark) -> Trace:
    calls = await model_calls.of_turn(s, mark.user_id, mark.turn_id) if mark.turn_id else ()
    return Trace(
        message_id=mark.id,
        at=mark.created_at,
        agent=mark.agent,
        model=mark.model,
        prompt_hash=mark.prompt_hash,
        tools_hash=mark.tools_hash,
        calls=tuple(calls),
    )
