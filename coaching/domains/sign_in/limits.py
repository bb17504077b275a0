"""How often somebody may ask for a link or a trip to Google within an hour."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.errors import RateLimited
from coaching.repositories import admins

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

WINDOW = timedelta(hours=1)


async def count(s: AsyncSession, key: str, most: int, *, now: datetime) -> None:
    """Count a request under a key, or raise `RateLimited`; it is the same for known and unknown.

    A refused one is rolled back with its unit, so that asking again doesn't prolong the wait.
    """
    row = await admins.count_failure(s, key, now=now, forget_before=now - WINDOW)
    if row.failures > most:
        raise RateLimited(
            "too many requests to sign in",
            say="That’s a lot of tries to sign in. Please use the newest link, or wait an hour.",
            reason="address",
            retry_after=int(WINDOW.total_seconds()),
        )
