"""Delete a whole session: its messages and everything that came only from them.

As with a single message (`forgetting`): messages, drafts, tool calls, signals and the search index
go, memories that came from it lose their words, and whatever repeats it elsewhere goes as well.
Cards and wins stay: the person kept them. The session and its turns stay as empty rows, because
its number, the day's count and a safety event hang on them; none of them holds a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coaching.domains.quality import queries as quality
from coaching.repositories import (
    conversations,
    exchanges,
    jobs,
    profiles,
    secure_delete,
    turns,
)
from coaching.services import derived_data, message_deletion
from coaching.services import memories as remembered
from coaching.services.jobs import CLOSING, OBSERVER, STRATEGIST
from coaching.values.conversations import MessageRole, SessionStatus
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, Turn

_WORDS: dict[str, Any] = {
    "session_notes": "",
    "one_line": "",
    "summary": "",
    "summary_until_seq": 0,
    "prompt": {},
    "state": {},
    "feedback": None,
    "briefing_id": None,
}
"""What a session holds of what was said in it, and what it holds afterwards."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """The deleted rows, for `restore`, and the turns that were still to be answered."""

    kept: dict[str, Any]
    unfinished: tuple[UUID, ...]


async def delete(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> Deleted:
    """Delete a session of this person; one that is still open ends. Raise `NotFound` for others."""
    await profiles.hold(s, owner)
    session = await conversations.require(s, owner, session_id)
    own = await turns.of_session(s, owner, session_id)
    ids = [turn.id for turn in own]
    found = await exchanges.of_turns(s, owner, ids)
    said = [row for row in found["messages"] if row.role is MessageRole.USER]
    kept: dict[str, Any] = {
        name: [row.model_dump(mode="json") for row in rows] for name, rows in found.items()
    }
    kept["turns"] = {str(turn.id): _end_of(turn) for turn in own}
    kept["session"] = _taken_from(session)
    kept["memories"] = await message_deletion.forget_memories(s, owner, said, at=at)
    await _stop_reading(s, owner, session_id, ids, at)
    await exchanges.remove(s, owner, ids)
    await quality.forget_cases(s, owner, session_id)
    unfinished = tuple(turn.id for turn in own if turn.status not in message_deletion.ENDED)
    _empty(session, own, at)
    await s.flush()
    kept["echoes"] = await _forget_echoes(s, owner, said, session.created_at, at)
    await secure_delete.note(s, at=at)
    return Deleted(kept, unfinished)


async def restore(
    s: AsyncSession, owner: UUID, session_id: UUID, kept: dict[str, Any], *, at: datetime
) -> None:
    """Restore what `delete` deleted; idempotent. Turns that waited for a reply can be retried."""
    await profiles.hold(s, owner)
    session = await conversations.deleted(s, owner, session_id)
    if session is None:
        return
    newest = await conversations.current(s, owner, session.kind)
    session.sqlmodel_update({**kept["session"], "deleted_at": None})
    if newest is not None and newest.session_number > session.session_number:
        session.session_status = SessionStatus.CLOSED  # the talk has gone on in a later one
        session.ended_at = session.ended_at or at
    for turn in await turns.of_session(s, owner, session_id):
        if end := kept["turns"].get(str(turn.id)):
            turn.status, turn.text_hash = TurnStatus(end["status"]), end["text_hash"]
            turn.partial, turn.steps = end["partial"], end["steps"]
    await s.flush()
    for name, kind in exchanges.KINDS.items():
        s.add_all([kind.model_validate(row) for row in kept[name]])
    for stored in kept["memories"]:
        await remembered.put_back_words(s, owner, stored, at=at)
    await derived_data.restore(s, owner, kept["echoes"], at=at)
    await s.flush()


def _end_of(turn: Turn) -> dict[str, Any]:
    is_over = turn.status in message_deletion.ENDED
    status = turn.status if is_over else TurnStatus.INTERRUPTED
    return {
        "status": status.value,
        "text_hash": turn.text_hash,
        "partial": turn.partial,
        "steps": turn.steps,
    }


def _taken_from(session: Conversation) -> dict[str, Any]:
    return {
        **{name: getattr(session, name) for name in _WORDS},
        "session_status": session.session_status,
        "ended_at": session.ended_at,
    }


def _empty(session: Conversation, own: Sequence[Turn], at: datetime) -> None:
    session.sqlmodel_update(_WORDS)
    session.session_status, session.deleted_at = SessionStatus.CLOSED, at
    session.ended_at = session.ended_at or at
    for turn in own:
        turn.status, turn.partial, turn.steps, turn.text_hash = TurnStatus.STOPPED, "", [], ""
        turn.lease_until, turn.finished_at = None, turn.finished_at or at
        turn.fence += 1  # whoever still answers it can't write any more


async def _stop_reading(
    s: AsyncSession, owner: UUID, session_id: UUID, ids: Sequence[UUID], at: datetime
) -> None:
    """Cancel what would read the words later; what reads them now can't write."""
    for turn_id in ids:
        await jobs.cancel(s, owner, f"{OBSERVER}:{turn_id}", now=at)
    for kind in (STRATEGIST, CLOSING):
        await jobs.cancel_of_session(s, owner, kind, session_id, now=at)
        await jobs.take_back(s, owner, kind)


async def _forget_echoes(
    s: AsyncSession, owner: UUID, said: Sequence[Any], since: datetime, at: datetime
) -> dict[str, Any]:
    text: str = "\n".join(message.text for message in said)
    return await derived_data.forget(s, owner, text, since=since, at=at)
