"""A person asks to be read: by the Observer, one exchange; by the Strategist, at a boundary.

Asked twice it is the same work; failed jobs are tried again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.errors import Conflict, NotFound
from coaching.repositories import briefings, conversations, jobs, messages, profiles, turns
from coaching.services import sessions, signals
from coaching.services.jobs import (
    OBSERVER,
    STRATEGIST,
    ask_after_session,
    ask_observer,
    session_end_of,
)
from coaching.values import session_state
from coaching.values.conversations import SessionStatus
from coaching.values.enums import JobStatus, Trigger, TurnStatus

if TYPE_CHECKING:
    from datetime import datetime, timedelta
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, Job


async def by_strategist(
    s: AsyncSession, owner: UUID, trigger: Trigger, *, at: datetime, gap: timedelta
) -> Job:
    """Return the run at the boundary that is nearest; Conflict where there is none."""
    await profiles.hold(s, owner)
    match trigger:
        case Trigger.ONBOARDING:
            return await _first(s, owner, at)
        case Trigger.SESSION_START:
            return await _before_a_session(s, owner, at, gap)
        case Trigger.SESSION_END:
            return await _after_a_session(s, owner, at)
        case Trigger.URGENT:
            return await _urgent(s, owner, at)


async def by_observer(s: AsyncSession, owner: UUID, message_id: UUID, *, at: datetime) -> Job:
    """Return the reading of the exchange that a message belongs to."""
    message = await messages.require(s, owner, message_id)
    turn = await turns.require(s, owner, message.turn_id) if message.turn_id else None
    if turn is None or turn.status not in (TurnStatus.DONE, TurnStatus.STOPPED):
        raise Conflict("that exchange is not finished")
    await ask_observer(s, owner, turn.id, at=at)
    return await _taken_up(s, owner, f"{OBSERVER}:{turn.id}", at)


async def _first(s: AsyncSession, owner: UUID, at: datetime) -> Job:
    """Return the run after the onboarding: finishing it has asked for it."""
    job = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.ONBOARDING)
    if job is None:
        raise Conflict("the onboarding is not finished")
    return await _again(s, owner, job, at)


async def _before_a_session(s: AsyncSession, owner: UUID, at: datetime, gap: timedelta) -> Job:
    """Prepare the next session by having the last one read; return that run, done or not."""
    last = await _ended(s, owner, at, gap)
    await sessions.close(s, last, at=at)
    await ask_after_session(s, owner, last, at=at)
    job = await jobs.with_key(s, owner, f"{STRATEGIST}:{owner}:{session_end_of(last.id)}")
    job = job or await jobs.newest_of_session(s, owner, STRATEGIST, last.id)
    job = job or await _run_of_newest(s, owner)
    if job is None:
        raise NotFound("no such run")
    return await _again(s, owner, job, at)


async def _run_of_newest(s: AsyncSession, owner: UUID) -> Job | None:
    newest = await briefings.latest(s, owner)
    if newest is None:
        return None
    return await jobs.with_key(s, owner, f"{STRATEGIST}:{owner}:{newest.boundary}")


async def _after_a_session(s: AsyncSession, owner: UUID, at: datetime) -> Job:
    """Return the run that ending a session has asked for."""
    last = await conversations.current(s, owner)
    if (
        last is None
        or last.session_status is SessionStatus.OPEN
        or not session_state.of(last).is_read
    ):
        raise Conflict("no session has been ended; ending one asks for the run")
    return await _taken_up(s, owner, f"{STRATEGIST}:{owner}:{session_end_of(last.id)}", at)


async def _urgent(s: AsyncSession, owner: UUID, at: datetime) -> Job:
    """Have the newest exchange read at once; within six hours it is the run that was."""
    newest = await turns.newest(s, owner)
    if newest is None:
        raise Conflict("nothing has been said yet")
    await signals.ask_for_urgent_run(s, newest, at=at)
    job = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)
    if job is None:
        raise NotFound("no such run")
    return await _again(s, owner, job, at)


async def _ended(s: AsyncSession, owner: UUID, at: datetime, gap: timedelta) -> Conversation:
    """Return the newest session that a message of now would not go on with."""
    session = await conversations.current(s, owner)
    if session is not None and session.session_status is SessionStatus.OPEN:
        if at - session.last_message_at > gap:
            return session
        session = await conversations.before(s, owner, session.session_number)
    if session is None:
        raise Conflict("no session has ended yet")
    return session


async def _taken_up(s: AsyncSession, owner: UUID, key: str, at: datetime) -> Job:
    job = await jobs.with_key(s, owner, key)
    if job is None:
        raise NotFound("no such work")
    return await _again(s, owner, job, at)


async def _again(s: AsyncSession, owner: UUID, job: Job, at: datetime) -> Job:
    """Make work that failed due once more; anything else goes its way."""
    if job.status is not JobStatus.FAILED:
        return job
    return await jobs.take_up(s, owner, job.id, now=at)
