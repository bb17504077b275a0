"""Run the Strategist: everything a run decides is written in one transaction (A31, F8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import structlog

from coaching.agents.call_recorder import Book, user_hash
from coaching.agents.fallback import llm_for
from coaching.agents.input_loaders import load_for_strategist
from coaching.agents.strategist import is_short, plan, request_for
from coaching.agents.strategist_validation import require_nothing_taken_back
from coaching.agents.views import hypothesis_view
from coaching.domains.own_costs import service as own_costs
from coaching.errors import OutsideWorld, Overtaken, StructureInvalid
from coaching.jobs import batch
from coaching.jobs.batch import Batch, Waits
from coaching.jobs.kind import JobKind, finish, owner_of
from coaching.repositories import conversations, hypotheses, profiles
from coaching.rules.model_choice import choose
from coaching.services import briefings, consent, corrections, model_calls, tidying
from coaching.services.briefings import Run
from coaching.services.jobs import STRATEGIST
from coaching.services.model_calls import Caller
from coaching.values import session_state
from coaching.values.enums import Role, Trigger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.llm.port import Parsed
    from coaching.models import Job, ModelCall
    from coaching.values.context import StrategistContext
    from coaching.values.strategy import StrategistOutput


_log = structlog.get_logger(__name__)


async def run(engine: Engine, job: Job) -> None:
    """Write the briefing of a boundary; one that is written already is left as it is."""
    owner, asked = owner_of(job), Batch.of(job)
    context = await _context(engine, job, owner, at=asked.at if asked else engine.clock.now())
    if context is None:
        return await batch.forget(engine, asked)
    llm = await llm_for(engine, owner, Role.STRATEGIST)
    async with engine.db.unit(owner) as s:
        is_saving = await own_costs.is_saving(s, owner)
    wish = choose(engine.settings, Role.STRATEGIST, is_saving=is_saving)
    caller = Caller(owner, Role.STRATEGIST, llm.name, job_id=job.id, reason=wish.reason)
    book = Book(caller, engine.clock, engine.cost_gate)
    is_quick = is_short(context, engine.settings.strategist_thinks_from_turns)
    hashed, model = user_hash(owner), wish.model
    request = request_for(context, user_hash=hashed, model=model, is_quick=is_quick)
    try:
        given = await batch.first_answer(engine, job, request, llm, book)
        planned = await plan(llm, request, book=book, given=given)
    except Waits:
        return None
    except OutsideWorld as error:
        if isinstance(error, StructureInvalid):
            _log.warning("strategist_refused", job_id=str(job.id), problems=str(error))
        async with engine.db.unit(owner, write=True) as s:
            await model_calls.record(s, book.take())
            await batch.ask_directly(s, job)
        await batch.forget(engine, asked)
        raise
    if planned.problems:
        problems = "; ".join(map(str, planned.problems))
        _log.info("strategist_mended", job_id=str(job.id), problems=problems)
    engine.reached("strategist.answered")
    await _write(engine, job, context, planned.answer, book.take())
    return await batch.forget(engine, asked)


async def _context(
    engine: Engine, job: Job, owner: UUID, *, at: datetime
) -> StrategistContext | None:
    """Return what to read, as of an instant: what a batch was handed in with is read the same way.

    None when there is nothing to do, or consent was withdrawn.
    """
    async with engine.db.unit(owner) as s:
        if await briefings.is_written(s, owner, job.payload["boundary"]):
            return None
        if await _is_late(s, owner, job):
            return None
        if not await consent.is_valid(s, owner, engine.settings):
            return None
        return await load_for_strategist(
            s,
            owner,
            Trigger(job.payload["trigger"]),
            conversation_id=_session_id(job),
            at=at,
        )


async def _is_late(s: AsyncSession, owner: UUID, job: Job) -> bool:
    """Return True for an urgent run whose session has ended: the run at its end reads it all."""
    session_id = _session_id(job)
    if job.payload["trigger"] != Trigger.URGENT or session_id is None:
        return False
    session = await conversations.find(s, owner, session_id)
    return session is not None and session_state.of(session).is_read


async def _write(
    engine: Engine,
    job: Job,
    context: StrategistContext,
    answer: Parsed[StrategistOutput],
    costs: Sequence[ModelCall],
) -> None:
    """Write the briefing, what it cost and the end of the job in one unit."""
    owner, now = owner_of(job), engine.clock.now()
    made = Run(
        trigger=context.trigger,
        boundary=job.payload["boundary"],
        model=answer.model,
        prompt_hash=costs[-1].prompt_hash,
        signal_ids=tuple(str(signal.id) for signal in context.signals),
        closed_session_id=context.findings.closed_session_id,
    )
    async with engine.db.unit(owner, write=True) as s:
        await _require_still_fitting(s, owner, context, answer.value)
        seen = [memory.id for memory in context.memories]
        output = await tidying.tidied(s, owner, answer.value, read=seen, at=now)
        await briefings.store(s, owner, output, made, at=now, reached=engine.reached)
        await model_calls.record(s, costs)
        engine.reached("strategist.before_end")
        await finish(engine, s, job)
        engine.reached("strategist.before_commit")


async def _require_still_fitting(
    s: AsyncSession, owner: UUID, context: StrategistContext, output: StrategistOutput
) -> None:
    """Begin anew when the person took something back while the model was writing."""
    await profiles.hold(s, owner)
    guesses = tuple(map(hypothesis_view, await hypotheses.for_user(s, owner)))
    said = tuple(set(await corrections.decided(s, owner)) - set(context.corrections))
    said = tuple(correction for correction in said if not correction.withheld)
    try:
        require_nothing_taken_back(output, replace(context, hypotheses=guesses, corrections=said))
    except StructureInvalid as error:
        raise Overtaken(str(error)) from error


def _session_id(job: Job) -> UUID | None:
    stored = job.payload.get("conversation_id")
    return UUID(stored) if stored else None


KIND = JobKind(STRATEGIST, run, at_once=4, alone=True, retries_unusable=True)
