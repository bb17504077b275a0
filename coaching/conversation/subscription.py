"""Listening to a turn: live while it runs, from the database when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.conversation import turn_events
from coaching.conversation.admission import accept
from coaching.conversation.events import numbers_after
from coaching.errors import NotFound
from coaching.repositories import messages, turns
from coaching.services import proposals, threads
from coaching.services.turns import UNFINISHED
from coaching.values.conversations import MessageRole, ProposalState
from coaching.values.events import Numbered, TurnDone, TurnError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from uuid import UUID

    from coaching.conversation.engine import TurnEngine
    from coaching.values.events import TurnEvent


async def take_turn(
    coaching: TurnEngine,
    owner: UUID,
    text: str,
    client_message_id: str,
    *,
    conversation_id: UUID | None = None,
) -> AsyncGenerator[TurnEvent]:
    """Send a message and yield the events of its turn, up to `TurnDone` or `TurnError`."""
    accepted = await accept(
        coaching, owner, text, client_message_id, conversation_id=conversation_id
    )
    async for numbered in subscribe(coaching, owner, accepted.turn_id):
        yield numbered.event


async def subscribe(
    coaching: TurnEngine, owner: UUID, turn_id: UUID, *, after: int = 0
) -> AsyncGenerator[Numbered]:
    """Yield a turn's events behind the number `after`; `NotFound` when it is not the person's."""
    live = await coaching.events.read(turn_id, owner, after=after)
    if live is None:
        live = await _join(coaching, owner, turn_id)
    if live is not None:
        async for numbered in live:
            yield numbered
            after = numbered.id
            if isinstance(numbered.event, TurnDone | TurnError):
                return
    try:
        rest = await _replay(coaching, owner, turn_id)
    except NotFound:  # deleted while it was listened to
        if live is None:
            raise
        rest = [turn_events.gone()]
    for number, event in enumerate(rest, start=after + 1):
        yield Numbered(number, event)


async def require_turn(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> None:
    """Raise `NotFound` when there is no such turn of this person."""
    async with coaching.db.unit(owner) as s:
        await turns.require(s, owner, turn_id)


async def _join(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> AsyncIterator[Numbered] | None:
    """Wait for a turn that a restart has left in line; None when it is over."""
    async with coaching.db.unit(owner) as s:
        turn = await turns.require(s, owner, turn_id)
    if turn.status not in UNFINISHED:
        return None
    await coaching.events.open(turn_id, owner, after=numbers_after(turn.fence, rejoined=True))
    async with coaching.db.unit(owner) as s:
        turn = await turns.require(s, owner, turn_id)
    if turn.status not in UNFINISHED:  # it ended between the look and the opening
        await coaching.events.close(turn_id)
    return await coaching.events.read(turn_id, owner, after=0)


async def _replay(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> list[TurnEvent]:
    """Return the events of a turn that is over; nothing when the engine is leaving it."""
    async with coaching.db.unit(owner) as s:
        turn = await turns.require(s, owner, turn_id)
        if turn.status in UNFINISHED:
            return []
        place = await turn_events.find_place(s, turn)
        reply = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
        calls, drafts = await threads.outcomes_of(s, owner, [turn_id])
    now = coaching.clock.now()
    waiting = [row for row in drafts if proposals.fate(row, at=now) is ProposalState.OPEN]
    lines = [turn_events.tool_line(call, place.language) for call in calls]
    outcomes = [*lines, *map(turn_events.confirmation, waiting)]
    return list(turn_events.replay(turn, place, reply, outcomes, source=coaching.llm.name))
