"""Withdraw the consent: what is being written ends, and nothing more is sent to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.conversation.control import stop
from coaching.domains.privacy import deletion_log
from coaching.repositories import turns
from coaching.services import consent

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.conversation.engine import TurnEngine


async def withdraw(coaching: TurnEngine, owner: UUID) -> None:
    """Withdraw every consent of a person and stop the turns that wait or run.

    Their data and the history of their consents are kept until they delete them.
    """
    now = coaching.clock.now()
    async with coaching.db.unit(owner, write=True) as s:
        await consent.withdraw(s, owner, at=now)
        deletion_log.note_withdrawn(coaching.settings, owner, at=now)
        unfinished = await turns.unfinished(s, owner)
    for turn_id in unfinished:
        await stop(coaching, owner, turn_id)
