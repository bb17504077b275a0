"""Each minute: end sessions that have gone idle and have the Strategist read them (K12, F9).

Runs that failed for good are tried again later. Safe to repeat, and safe beside a message that
arrives in the same moment.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from coaching.errors import Unavailable
from coaching.jobs.kind import Sweep, owner_of
from coaching.repositories import conversations, job_recovery, profiles
from coaching.repositories import jobs as rows
from coaching.services import jobs, sessions
from coaching.values.enums import JobStatus

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.agents.engine import Engine
    from coaching.models import Job

RETRY_AFTER = timedelta(hours=12)
RETRY_WITHIN = timedelta(days=2)

_log = structlog.get_logger(__name__)


async def run(engine: Engine) -> int:
    """End idle sessions, retry failed runs, return how many Strategist runs were asked for."""
    now = engine.clock.now()
    idle_since = now - timedelta(hours=engine.settings.session_gap_hours)
    async with engine.db.system("sweep: sessions that have gone idle") as s:
        idle = [(row.user_id, row.id) for row in await conversations.idle_since(s, idle_since)]
    asked = 0
    for owner, conversation_id in idle:
        try:
            asked += await _end(engine, owner, conversation_id, idle_since=idle_since, now=now)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - an edge: the others of this minute wait
            _log.exception("session_not_ended", conversation_id=str(conversation_id))
    asked += await _retry_failed(engine, now)
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
        left_at = conversation.last_message_at
        return await jobs.ask_after_session(s, owner, conversation, at=now, left_at=left_at)


async def _retry_failed(engine: Engine, now: datetime) -> int:
    async with engine.db.system("sweep: runs that failed") as s:
        failed = await job_recovery.to_retry(
            s, jobs.STRATEGIST, ended_before=now - RETRY_AFTER, asked_since=now - RETRY_WITHIN
        )
    return sum([await _retry(engine, job, now) for job in failed])


async def _retry(engine: Engine, job: Job, now: datetime) -> bool:
    """Make a failed run due again; what its boundary has already, the run itself sees."""
    owner = owner_of(job)
    async with engine.db.unit(owner, write=True) as s:
        taken = await rows.take_up(s, owner, job.id, now=now)
        return taken.status is JobStatus.DUE


IDLE_SESSIONS = Sweep("idle_sessions", run, every_seconds=60)
