"""Each minute: sessions that have gone idle end, and the next one is prepared (K12, F9).

The briefing is ready before the person is. Safe to repeat, and safe beside a message that arrives
in the same moment.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.jobs.kind import Sweep
from coaching.repositories import briefings, conversations, profiles
from coaching.services import jobs, sessions

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.agents.engine import Engine


async def run(engine: Engine) -> int:
    """End idle sessions and return how many Strategist runs were asked for."""
    now = engine.clock.now()
    idle_since = now - timedelta(hours=engine.settings.session_gap_hours)
    async with engine.db.system("sweep: sessions that have gone idle") as s:
        idle = [(row.user_id, row.id) for row in await conversations.idle_since(s, idle_since)]
    asked = 0
    for owner, conversation_id in idle:
        asked += await _end(engine, owner, conversation_id, idle_since=idle_since, now=now)
    if asked:
        engine.wake_jobs()
    return asked


async def _end(
    engine: Engine, owner: UUID, conversation_id: UUID, *, idle_since: datetime, now: datetime
) -> bool:
    async with engine.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        conversation = await conversations.require(s, owner, conversation_id)
        if conversation.last_message_at >= idle_since:
            return False
        await sessions.close(s, conversation, at=now)
        newest = await briefings.latest(s, owner)
        if newest is not None and newest.created_at > conversation.last_message_at:
            return False
        return await jobs.ask_after_session(s, owner, conversation, at=now)


IDLE_SESSIONS = Sweep("idle_sessions", run, every_seconds=60)
