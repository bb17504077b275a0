"""A session that has become very long is condensed, once (K24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.memory.compaction import SizedMessage, condensed, is_long
from coaching.repositories import conversations, messages, profiles, transcripts
from coaching.values import session_state
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.memory.compaction import Condensed
    from coaching.models import Message

SHORT_BLOCK = "short_block"
"""Where a session keeps its block with notes of the earlier conversations, not their words."""


async def is_due(s: AsyncSession, owner: UUID, conversation_id: UUID) -> bool:
    """Return True if a session is long and has not been condensed."""
    return await _found(s, owner, conversation_id) is not None


async def condense(s: AsyncSession, owner: UUID, conversation_id: UUID) -> bool:
    """Replace the older half of a session by a summary; its prefaces are told again."""
    return await _condense(s, owner, conversation_id, only_if_long=True)


async def shorten(s: AsyncSession, owner: UUID, conversation_id: UUID) -> bool:
    """Shorten what a model has called too long; False if there is nothing left to shorten.

    Earlier conversations are sent as their notes from now on, not word for word, and the older
    half of this one is condensed.
    """
    is_condensed = await _condense(s, owner, conversation_id, only_if_long=False)
    session = await conversations.require(s, owner, conversation_id)
    if SHORT_BLOCK not in session.prompt:
        return is_condensed
    kept = {name: value for name, value in session.prompt.items() if name != SHORT_BLOCK}
    session.prompt = {**kept, "block": session.prompt[SHORT_BLOCK]}
    await s.flush()
    return True


async def _condense(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, only_if_long: bool
) -> bool:
    await profiles.hold(s, owner)
    found = await _found(s, owner, conversation_id, only_if_long=only_if_long)
    if found is None:
        return False
    session = await conversations.require(s, owner, conversation_id)
    session.summary, session.summary_until_seq = found.text, found.until_seq
    session_state.change(session, told={}, summarized_turns=found.turns)
    await s.flush()
    return True


async def _found(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, only_if_long: bool = True
) -> Condensed | None:
    session = await conversations.require(s, owner, conversation_id)
    if session.summary:
        return None
    if only_if_long and not is_long(await messages.length(s, owner, conversation_id)):
        return None
    lines = await messages.transcript(s, owner, conversation_id)
    told = await transcripts.in_session(s, owner, conversation_id, up_to=lines[-1].seq)
    left = {line.turn_id for line in told if line.status is TurnStatus.FAILED}
    kept = _lines(line for line in lines if line.turn_id not in left)
    return condensed(kept, only_if_long=only_if_long)


def _lines(lines: Iterable[Message]) -> list[SizedMessage]:
    return [
        SizedMessage(
            line.seq,
            line.role is MessageRole.USER,
            line.text,
            len(line.text) + len(line.preface),
        )
        for line in lines
    ]
