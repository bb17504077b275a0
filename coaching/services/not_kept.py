"""Messages of which no note is kept because the person asked for it.

It is like a memory that was declined: Toney remembers none of it, deletes what it remembered, and
later sessions read “(Left out: …)” in its place. The message stays in the chat until they delete
it; its words are read from there and stored nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import NotFound
from coaching.repositories import memories, messages, signals
from coaching.rules.not_kept import means_earlier
from coaching.services import corrections, memory_writer
from coaching.services.corrections import Target
from coaching.services.signals import SCREEN
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.conversations import MessageRole
from coaching.values.enums import MemoryState, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Message

NAMED = 0.5
"""An earlier message is meant if it has half of the content words that name it."""
LOOKED_AT = 20
"""Messages of the session, of both."""


@dataclass(frozen=True, slots=True)
class NotKept:
    """The corrections of the closed messages, and the memories that went with theirs."""

    closed: tuple[UUID, ...] = ()
    dropped: tuple[tuple[UUID, UUID], ...] = ()


async def close(
    s: AsyncSession, owner: UUID, message_id: UUID, *, named: str = "", at: datetime
) -> NotKept:
    """Keep no note of a message, nor of those that it means; `named`: what they say of these."""
    said = await messages.require(s, owner, message_id)
    closed: list[UUID] = []
    dropped: list[tuple[UUID, UUID]] = []
    for message in (said, *await _meant(s, owner, said, named)):
        if await corrections.is_closed(s, owner, message.id):
            continue
        target = Target(corrections.of_message(message.id), "", {corrections.DECLINED: {}})
        closed.append((await corrections.correct(s, owner, target, Verdict.DELETED, at=at)).row.id)
        for memory in await memories.of_message(s, owner, message.id):
            if memory.state is not MemoryState.GONE:
                gone = await memory_writer.drop(s, owner, memory.id, at=at)
                dropped.append((memory.id, gone.id))
        if message.turn_id is not None:
            await _forget_signals(s, owner, message.turn_id)
    return NotKept(tuple(closed), tuple(dropped))


async def reopen(s: AsyncSession, owner: UUID, what: NotKept, *, at: datetime) -> None:
    """Undo `close`; raise NotFound if it closed nothing or was undone before."""
    if not what.closed:
        raise NotFound("this closed nothing")
    for correction in what.closed:
        await corrections.withdraw(s, owner, correction, at=at)
    for memory, correction in what.dropped:
        await memory_writer.undrop(s, owner, memory, correction, at=at)


async def _meant(s: AsyncSession, owner: UUID, said: Message, named: str) -> Sequence[Message]:
    """Return the earlier messages that the request means: those it names, or the last one."""
    page = await messages.page(s, owner, said.conversation_id, before=said.seq, limit=LOOKED_AT)
    theirs = [line for line in page if line.role is MessageRole.USER]
    if words := content_words(named):
        near = [line for line in theirs if containment(words, content_words(line.text)) >= NAMED]
        if near:
            return near
    return theirs[-1:] if means_earlier(said.text) else ()


async def _forget_signals(s: AsyncSession, owner: UUID, turn_id: UUID) -> None:
    """Forget what was seen in a turn; that something serious was said stays."""
    for row in await signals.of_turn(s, owner, turn_id):
        if row.source != SCREEN:
            await signals.remove(s, owner, row.id)
