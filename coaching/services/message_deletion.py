"""Delete a message with its reply and everything that came only from them.

Gone are both messages (and with them what a search finds), quick drafts, tool calls and signals of
the turn; memories that came from the message lose their words, and whatever repeats it elsewhere
goes as well (`echoes`). Cards, wins and goals stay: the person kept them. The turn stays as an
empty, stopped one: the day's count and a safety event hang on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coaching.domains.quality import queries as quality
from coaching.errors import Conflict
from coaching.repositories import (
    conversations,
    exchanges,
    jobs,
    memories,
    profiles,
    secure_delete,
    turns,
)
from coaching.services import derived_data
from coaching.services import memories as remembered
from coaching.services.jobs import CLOSING, OBSERVER, STRATEGIST
from coaching.values import session_state
from coaching.values.conversations import MessageRole
from coaching.values.enums import JobStatus, MemoryState, TurnKind, TurnStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

ENDED = frozenset({TurnStatus.DONE, TurnStatus.STOPPED, TurnStatus.INTERRUPTED, TurnStatus.FAILED})
READ = frozenset({JobStatus.DONE, JobStatus.FAILED})
_NOTES = ("summary", "summary_until_seq", "one_line", "session_notes")
_SESSION = (*_NOTES, "state")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The deleted rows, for `restore`; only the page keeps them, while its Undo is shown."""

    conversation_id: UUID
    kept: dict[str, Any]


async def forget_exchange(
    s: AsyncSession, owner: UUID, turn_id: UUID, *, at: datetime
) -> Forgotten:
    """Delete what was said in a turn; raise Conflict while it runs or is still being read."""
    await profiles.hold(s, owner)
    turn = await turns.require(s, owner, turn_id)
    reading = await jobs.with_key(s, owner, f"{OBSERVER}:{turn_id}")
    if turn.status not in ENDED or (reading is not None and reading.status not in READ):
        raise Conflict("this turn is not over yet; try again in a moment")
    found = await exchanges.of_turn(s, owner, turn_id)
    kept: dict[str, Any] = {
        name: [row.model_dump(mode="json") for row in rows] for name, rows in found.items()
    }
    kept["turn"] = {
        "status": turn.status.value,
        "text_hash": turn.text_hash,
        "conversation_id": str(turn.conversation_id),
    }
    kept["memories"] = await forget_memories(s, owner, found["messages"], at=at)
    await exchanges.remove(s, owner, [turn_id])
    await quality.forget_cases(s, owner, turn.conversation_id)
    turn.status, turn.partial, turn.steps, turn.text_hash = TurnStatus.STOPPED, "", [], ""
    kept["session"] = await _forget_in_session(s, owner, turn.conversation_id)
    for kind in (STRATEGIST, CLOSING):
        await jobs.take_back(s, owner, kind)
    own = (one for one in found["messages"] if one.role is MessageRole.USER)
    kept["echoes"] = [
        await derived_data.forget(s, owner, said.text, since=said.created_at, at=at) for said in own
    ]
    await secure_delete.note(s, at=at)
    return Forgotten(turn.conversation_id, kept)


async def forget_memories(
    s: AsyncSession, owner: UUID, said: Sequence[Any], *, at: datetime
) -> list[dict[str, Any]]:
    """Delete the text of memories that came from messages; return what a restore needs."""
    gone: list[dict[str, Any]] = []
    for message in said:
        for row in await memories.of_message(s, owner, message.id):
            if row.state is MemoryState.GONE:
                continue
            gone.append(remembered.as_stored(row))
            await remembered.forget(s, owner, row.id, at=at)
    return gone


async def replace(
    s: AsyncSession, owner: UUID, turn_id: UUID, session_id: UUID, *, at: datetime
) -> None:
    """Delete the last message of a session with its reply: another one comes in its place.

    Unlike a deletion it doesn't wait until the message has been read: nobody reads it any more.
    """
    newest = await turns.newest(s, owner)
    is_last = newest is not None and (newest.id, newest.conversation_id) == (turn_id, session_id)
    if newest is None or not is_last or newest.kind is not TurnKind.MESSAGE:
        raise Conflict("only the last message of an open session can be edited")
    await jobs.cancel(s, owner, f"{OBSERVER}:{turn_id}", now=at)
    await forget_exchange(s, owner, turn_id, at=at)


async def restore(
    s: AsyncSession, owner: UUID, turn_id: UUID, kept: dict[str, Any], *, at: datetime
) -> None:
    """Restore what `forget_exchange` deleted; idempotent."""
    await profiles.hold(s, owner)
    turn = await turns.require(s, owner, turn_id)
    if (await exchanges.of_turn(s, owner, turn_id))["messages"]:
        return
    for name, kind in exchanges.KINDS.items():
        s.add_all([kind.model_validate(row) for row in kept[name]])
    turn.status, turn.text_hash = TurnStatus(kept["turn"]["status"]), kept["turn"]["text_hash"]
    await _restore_session(s, owner, turn.conversation_id, kept["session"])
    for stored in kept["memories"]:
        await remembered.put_back_words(s, owner, stored, at=at)
    for stored in kept["echoes"]:
        await derived_data.restore(s, owner, stored, at=at)
    await s.flush()


async def _forget_in_session(s: AsyncSession, owner: UUID, session_id: UUID) -> dict[str, Any]:
    """Take away the notes of a session, which may say it again; a long one is summed up anew.

    Returns its columns before and after.
    """
    session = await conversations.require(s, owner, session_id)
    before = {name: getattr(session, name) for name in _SESSION}
    session.summary, session.summary_until_seq = "", 0
    session.one_line = session.session_notes = ""
    session_state.change(session, pending=None, opening="", summarized_turns=0)
    await s.flush()
    return {"before": before, "after": {name: getattr(session, name) for name in _SESSION}}


async def _restore_session(
    s: AsyncSession, owner: UUID, session_id: UUID, kept: dict[str, Any]
) -> None:
    """Restore the notes of a session, but nothing that a later message has changed since."""
    session = await conversations.require(s, owner, session_id)
    before, after = kept["before"], kept["after"]
    for name in _NOTES:
        if getattr(session, name) == after[name]:
            setattr(session, name, before[name])
    session_state.restore(session, before["state"], after["state"])
