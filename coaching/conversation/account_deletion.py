"""Delete a person: remove all their data and stop their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.conversation.control import end_gone
from coaching.domains.privacy import deletion_log, exports, receipts
from coaching.repositories import conversations, turns
from coaching.services import left_behind, personal_data

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.conversation.engine import TurnEngine


async def leave(coaching: TurnEngine, owner: UUID) -> dict[str, Any]:
    """Delete a person and all their rows; return the signed receipt of it.

    Raise `NotFound` if there is no such person.

    A turn that runs here ends at once; another process finds its row gone within a second.
    """
    now = coaching.clock.now()
    with deletion_log.leaving(coaching.settings, owner, at=now):
        async with coaching.db.unit(owner, write=True) as s:
            unfinished = await turns.unfinished(s, owner)
            left = await left_behind.of(s, owner)
            sessions = [session.id for session in await conversations.for_user(s, owner)]
            deleted = await personal_data.delete(s, owner, at=now)
            exports.delete_of(coaching.settings, owner)
    async with coaching.db.system("delete what is left", write=True) as s:
        await left_behind.remove(s, left, now=now)
    await end_gone(coaching, unfinished)
    coaching.history_cache.forget(sessions)
    return receipts.issue(coaching.settings, owner, deleted, at=now)
