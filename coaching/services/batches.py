"""Who waits for a batch: a person who comes back doesn't (ADR 0049)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import batches, conversations, login_sessions
from coaching.services.accounts import TOUCH_EVERY

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def is_here(s: AsyncSession, owner: UUID, read: UUID | None, *, now: datetime) -> bool:
    """Return True if a person was seen within the last hour, or began a session after `read`.

    An hour, because that is how exactly it is known when somebody was last seen.
    """
    if await login_sessions.is_seen_since(s, owner, now - TOUCH_EVERY):
        return True
    newest = await conversations.current(s, owner)
    return newest is not None and newest.id != read


async def forget(s: AsyncSession, *ids: str, now: datetime) -> None:
    """Have batches deleted at the provider now; needs a system unit."""
    if ids:
        await batches.forget_now(s, ids, now=now)
