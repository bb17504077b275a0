"""Delete a person: remove all their data and stop their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.conversation.control import end_gone
from coaching.repositories import conversations, turns
from coaching.services import belongings

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.conversation.engine import TurnEngine


async def leave(coaching: TurnEngine, owner: UUID) -> None:
    """Delete a person and all their rows; raise `NotFound` if there is no such person.

    A turn that runs here ends at once; another process finds its row gone within a second.
    """
    async with coaching.db.unit(owner, write=True) as s:
        unfinished = await turns.unfinished(s, owner)
        sessions = [session.id for session in await conversations.for_user(s, owner)]
        await belongings.delete(s, owner, at=coaching.clock.now())
    end_gone(coaching, unfinished)
    coaching.history_cache.forget(sessions)
