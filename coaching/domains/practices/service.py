"""Doing a practice: start, answer, go back, leave, keep, finish.

A person has one run at a time. Its answers are deleted the moment it ends; what stays is which
practice it was, how it ended, and the numbers before and after.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.practices import keeping, offering, queries, runner, safety, situations
from coaching.domains.practices.content import load_library
from coaching.domains.practices.models import EndedAs, PracticeRun
from coaching.domains.practices.runs import end, place_of, put, screen_of
from coaching.domains.practices.screen import Shown, show
from coaching.errors import Conflict, NotAllowed, NotFound
from coaching.repositories import analytics, conversations, profiles
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.content import ExitName
    from coaching.domains.practices.runner import Answer
    from coaching.domains.practices.screen import Screen
    from coaching.values.practices import Offered

RESUMES_FOR = timedelta(hours=24)
NOT_NOW = "This exercise isn’t a good fit right now. You can still chat about what’s going on."


async def library(
    s: AsyncSession, owner: UUID, at: datetime, language: str | None = None
) -> list[Offered]:
    """Return the open list of practices, those that fit best first."""
    now = await situations.situation(s, owner, at=at, language=language)
    return offering.library(now)


async def start(
    s: AsyncSession,
    owner: UUID,
    practice_id: str,
    at: datetime,
    *,
    language: str | None = None,
) -> Shown:
    """Begin a practice, or go on with it when it is running; another one that runs is removed."""
    await profiles.hold(s, owner)
    found = load_library()
    practice = found.find(practice_id)
    if practice is None:
        raise NotFound(f"no practice {practice_id!r}")
    now = await situations.situation(s, owner, at=at, language=language)
    if not offering.can_start(practice_id, now):
        raise NotAllowed(f"{practice_id} doesn't fit now", reason="practice_not_now", say=NOT_NOW)
    running = await _running(s, owner, at)
    if running is not None and running.practice_id == practice_id:
        return await _shown(s, running)
    if running is not None:
        await queries.remove(s, owner, running.id)
    session = await conversations.current(s, owner)
    run = PracticeRun(
        user_id=owner,
        conversation_id=session.id if session else None,
        practice_id=practice_id,
        content_version=found.version,
        language=now.language,
        step=practice.start,
        waits=safety.asks_first(now),
        created_at=at,
        updated_at=at,
    )
    await queries.add(s, owner, run)
    await analytics.add(s, owner, UsageEvent.PRACTICE_STARTED, at=at, practice=practice_id)
    return await _shown(s, run)


async def current(s: AsyncSession, owner: UUID, at: datetime) -> Shown | None:
    """Return the running practice at its step; None without one, or 24 hours later.

    A run whose words mustn't be kept isn't resumed: somebody else may hold the phone.
    """
    run = await _running(s, owner, at)
    return await _shown(s, run) if run is not None and run.stores_words else None


async def waiting(s: AsyncSession, owner: UUID, at: datetime) -> Offered | None:
    """Return the running practice if it waits for an answer, without changing anything."""
    run = await queries.running(s, owner)
    practice = load_library().find(run.practice_id) if run else None
    if run is None or practice is None or at - run.updated_at > RESUMES_FOR:
        return None
    step = practice.steps.get(run.step)
    if step is None or step.type == "end" or not run.stores_words:
        return None
    return offering.as_offered(practice, run.language)


async def stop_waiting(s: AsyncSession, owner: UUID, at: datetime) -> None:
    """End the running practice because something else came up; nothing happens without one."""
    run = await _running(s, owner, at)
    if run is not None:
        await leave(s, owner, run.id, "something_else", at)


async def answer(s: AsyncSession, owner: UUID, run_id: UUID, given: Answer, at: datetime) -> Shown:
    """Answer the step that is shown and return the next one.

    The text is screened for danger before anything is stored. After a way out this leads
    through its steps, although the run has ended.
    """
    run = await _require(s, owner, run_id, at)
    screen = await screen_of(s, run)
    if screen.is_over:
        raise Conflict("this practice has ended")
    if run.waits:
        going_on = safety.answered(run, given)
        if not going_on:
            return await leave(s, owner, run_id, "not_now", at)
        run.updated_at = at
        return await _shown(s, run)
    verdict = await safety.heard(s, run, given, at=at) if screen.step.type == "write" else None
    if verdict is not None and safety.is_crisis(verdict):
        return await safety.stop(s, run, screen, verdict, given.text, at=at)
    place = runner.advance(
        screen.library,
        screen.practice,
        screen.place,
        given,
        tension=screen.tension,
        language=run.language,
        stores_words=run.stores_words,
    )
    left_by = place.left_by if run.ended_at is None else None
    if left_by is not None:
        run.left_from = run.step
    put(run, place, at)
    if verdict is not None:
        safety.note(run, verdict)
    if left_by is not None:
        end(run, EndedAs(left_by), at)
    await s.flush()
    return await _shown(s, run)


async def back(s: AsyncSession, owner: UUID, run_id: UUID, at: datetime) -> Shown:
    """Go back one step; its answer is still there."""
    run = await _require(s, owner, run_id, at)
    if run.ended_at is not None:
        raise Conflict("this practice has ended")
    run.waits = ""
    put(run, runner.back(place_of(run)), at)
    await s.flush()
    return await _shown(s, run)


async def leave(
    s: AsyncSession, owner: UUID, run_id: UUID, exit_name: ExitName, at: datetime
) -> Shown:
    """Leave by one of the ways out, which deletes the answers; said twice, nothing changes."""
    run = await _require(s, owner, run_id, at)
    if run.ended_at is not None:
        return await _shown(s, run)
    screen = await screen_of(s, run)
    run.left_from, run.waits = run.step, ""
    put(run, runner.leave(screen.library, screen.practice, screen.place, exit_name), at)
    end(run, EndedAs(exit_name), at)
    await s.flush()
    return await _shown(s, run)


async def keep(
    s: AsyncSession,
    owner: UUID,
    run_id: UUID,
    outcome: int,
    at: datetime,
    *,
    values: Mapping[str, str] | None = None,
) -> Shown:
    """Keep an outcome as it was changed by the person, and end the run.

    `values` replace fields of the preview by name; what isn't named stays.
    """
    await profiles.hold(s, owner)
    run = await _require(s, owner, run_id, at)
    screen = await _last_step(s, run)
    chosen = keeping.require(screen, outcome)
    changed = keeping.changed(chosen, values or {})
    written = "\n".join((values or {}).values())
    verdict = await safety.heard_in(s, run, written, at=at)
    if safety.is_crisis(verdict):
        return await safety.stop(s, run, screen, verdict, written, at=at)
    if chosen.kind == "nothing":
        end(run, EndedAs.NOTHING, at)
    else:
        await keeping.keep(s, owner, changed, at=at)
        run.kept = [chosen.kind]
        end(run, EndedAs.KEPT, at)
    await s.flush()
    return show(replace(screen, is_over=True))


async def finish(s: AsyncSession, owner: UUID, run_id: UUID, at: datetime) -> Shown:
    """End a run on its last step without keeping anything."""
    run = await _require(s, owner, run_id, at)
    if run.ended_at is not None:
        return await _shown(s, run)
    screen = await _last_step(s, run)
    end(run, EndedAs.NOTHING, at)
    await s.flush()
    return show(replace(screen, is_over=True))


async def expire(s: AsyncSession, *, now: datetime) -> None:
    """Remove runs that were idle for 24 hours; needs a system transaction.

    A run on its last step counts as done and ends without saving anything.
    """
    for run in await queries.untouched_since(s, now - RESUMES_FOR):
        await _let_go(s, run, now)


async def _running(s: AsyncSession, owner: UUID, at: datetime) -> PracticeRun | None:
    """Return the running practice; one that is too old or of another version goes away."""
    run = await queries.running(s, owner)
    if run is None:
        return None
    if at - run.updated_at > RESUMES_FOR or not _is_known(run):
        await _let_go(s, run, at)
        return None
    return run


async def _require(s: AsyncSession, owner: UUID, run_id: UUID, at: datetime) -> PracticeRun:
    run = await queries.require(s, owner, run_id)
    if not _is_known(run) or (run.ended_at is None and at - run.updated_at > RESUMES_FOR):
        raise NotFound("this practice can't be resumed")
    return run


async def _let_go(s: AsyncSession, run: PracticeRun, at: datetime) -> None:
    practice = load_library().find(run.practice_id)
    step = practice.steps.get(run.step) if practice else None
    if step is not None and step.type == "end" and not run.waits:
        end(run, EndedAs.NOTHING, at)
        await s.flush()
    else:
        await queries.remove(s, run.user_id, run.id)


def _is_known(run: PracticeRun) -> bool:
    found = load_library()
    practice = found.find(run.practice_id)
    if practice is None:
        return False
    known = practice.steps.keys() | found.shared_steps.keys()
    return {run.step, *run.trail} <= known


async def _last_step(s: AsyncSession, run: PracticeRun) -> Screen:
    if run.ended_at is not None:
        raise Conflict("this practice has ended")
    screen = await screen_of(s, run)
    if run.waits or screen.step.type != "end":
        raise Conflict("this practice isn't at its last step")
    return screen


async def _shown(s: AsyncSession, run: PracticeRun) -> Shown:
    screen = await screen_of(s, run)
    if run.waits:
        return await safety.question(s, run, screen)
    return replace(
        show(screen), ended_as=run.ended_as.value if run.ended_as else "", kept=tuple(run.kept)
    )
