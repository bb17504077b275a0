"""Delete expired rows: guest counters, sessions, proposals, memories."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from coaching.domains.passkeys import queries as passkeys
from coaching.repositories import admins, guest_counters, jobs, login_sessions, memories, proposals
from coaching.services import memory_writer

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

FAILURES_KEPT = timedelta(days=1)
DONE_KEPT = timedelta(days=1)
"""The admin app counts what was done within a day."""


async def forget(s: AsyncSession, *, now: datetime, sign_in_days: int = 7) -> None:
    """Delete or close expired rows; needs a system transaction and is safe to repeat."""
    ended_before = now - timedelta(days=sign_in_days)
    await guest_counters.forget_addresses(s, before_day=now.astimezone(UTC).date().isoformat())
    await admins.forget_failures_before(s, now - FAILURES_KEPT)
    await admins.forget_sessions_before(s, ended_before)
    await jobs.remove_nobodys(s, done_before=now - DONE_KEPT)
    await login_sessions.forget_before(s, ended_before)
    await passkeys.forget_challenges(s, now)
    await proposals.expire(s, now=now)
    await memories.expire(s, now=now)
    await memory_writer.let_go_unanswered(s, now=now)
