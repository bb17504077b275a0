"""An exercise as a way into the next session: for what the last one or a check-in was about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.domains.practices import offering, situations
from coaching.domains.practices.moments import conditions_in, moments_in
from coaching.repositories import conversations, messages
from coaching.values.conversations import MessageRole
from coaching.values.practices import FIRST_TIME

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.practices import Offered


async def for_next_time(
    s: AsyncSession, owner: UUID, at: datetime, *, language: str | None = None
) -> Offered | None:
    """Return the exercise that fits well what somebody spoke of last; None without one.

    It was not done lately, and is one that a reply could offer.
    """
    now = await situations.situation(s, owner, at=at, language=language)
    heard = now.moments - {FIRST_TIME} or await _last_heard(s, owner)
    fits = offering.best(replace(now, moments=heard, reply=offering.FIRST_REPLY))
    return next((one for one in fits if offering.is_for(one.id, heard)), None)


async def _last_heard(s: AsyncSession, owner: UUID) -> frozenset[str]:
    """Return the moments of the newest message with one in the last session.

    Nothing if that session named something that weighs more, such as a loss.
    """
    session = await conversations.current(s, owner)
    talk = await messages.transcript(s, owner, session.id) if session else ()
    said = [one.text for one in talk if one.role is MessageRole.USER]
    if any(conditions_in(text) for text in said):
        return frozenset()
    for text in reversed(said):
        if heard := moments_in(text):
            return heard
    return frozenset()
