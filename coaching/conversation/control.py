"""Stop a turn, or retry it, when the person asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.conversation import turn_events
from coaching.conversation.events import numbers_after
from coaching.services import consent, message_deletion, session_deletion, turns, undo
from coaching.services.turn_outcomes import Ending
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from coaching.conversation.engine import TurnEngine


async def stop(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> TurnStatus:
    """Stop a turn: what was said stays. A turn that is over stays as it is."""
    async with coaching.db.unit(owner, write=True) as s:
        turn, was_waiting = await turns.stop(s, owner, turn_id, now=coaching.clock.now())
    if was_waiting:
        unsaid = Ending(TurnStatus.STOPPED, text="", meta={"source": coaching.llm.name})
        await coaching.events.publish(turn_id, turn_events.ended(turn, unsaid))
        await coaching.events.close(turn_id)
        coaching.runner.wake(owner)
    else:
        coaching.runner.halt(turn_id)
    return turn.status


async def forget(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> dict[str, Any]:
    """Delete a message with its reply; return what the Undo needs."""
    async with coaching.db.unit(owner, write=True) as s:
        gone = await message_deletion.forget_exchange(s, owner, turn_id, at=coaching.clock.now())
    coaching.history_cache.forget([gone.conversation_id])
    return gone.kept


async def forget_session(coaching: TurnEngine, owner: UUID, session_id: UUID) -> dict[str, Any]:
    """Delete a whole session, also while a reply runs; return what the Undo needs."""
    async with coaching.db.unit(owner, write=True) as s:
        gone = await session_deletion.delete(s, owner, session_id, at=coaching.clock.now())
    await end_gone(coaching, gone.unfinished)
    coaching.history_cache.forget([session_id])
    return gone.kept


async def take_back(
    coaching: TurnEngine, owner: UUID, kind: str, row: UUID, kept: Mapping[str, Any]
) -> None:
    """Undo the action of a notice; the next reply knows of messages that come back by it."""
    async with coaching.db.unit(owner, write=True) as s:
        await undo.take_back(s, owner, kind, row, kept, at=coaching.clock.now())
    match kind:
        case "message_deleted" if kept:
            coaching.history_cache.forget([UUID(kept["turn"]["conversation_id"])])
        case "session_deleted":
            coaching.history_cache.forget([row])
        case _:
            pass


async def end_gone(coaching: TurnEngine, turn_ids: Iterable[UUID]) -> None:
    """End turns whose rows are gone: here at once, in another process within a second."""
    for turn_id in turn_ids:
        coaching.runner.halt(turn_id)
        await coaching.events.publish(turn_id, turn_events.gone())
        await coaching.events.close(turn_id)


async def retry(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> TurnStatus:
    """Try the person's newest turn again after it broke; nothing changes while it waits or runs."""
    async with coaching.db.unit(owner, write=True) as s:
        await consent.require(s, owner, coaching.settings)
        turn, is_changed = await turns.try_again(s, owner, turn_id)
        place = await turn_events.find_place(s, turn)
        position = await turns.position(s, turn)
    if is_changed:
        await coaching.events.open(turn_id, owner, after=numbers_after(turn.fence))
        start = turn_events.started(turn, place, status="queued", position=position)
        await coaching.events.publish(turn_id, start)
        coaching.runner.wake(owner)
    return turn.status
