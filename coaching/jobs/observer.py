"""After each reply: what can be seen in the exchange (A27, A30, F7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.agents.call_recorder import Book, user_hash
from coaching.agents.fallback import llm_for
from coaching.agents.input_loaders import load_exchange
from coaching.agents.observer import analyze_exchange
from coaching.errors import OutsideWorld, StructureInvalid
from coaching.jobs.kind import JobKind, finish, owner_of
from coaching.repositories import jobs, turns
from coaching.rules.model_choice import choose
from coaching.safety import may_be_misread
from coaching.services import (
    consent,
    corrections,
    memory_writer,
    mistaken_alarms,
    model_calls,
    signals,
    summaries,
    uncertain_alarms,
)
from coaching.services.jobs import OBSERVER
from coaching.services.memory_writer import Said
from coaching.services.model_calls import Caller
from coaching.values.enums import Role, SafetyLevel, TurnKind
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.agents.input_loaders import Exchange
    from coaching.models import Job, Turn
    from coaching.values.context import ObserverContext
    from coaching.values.observation import Observation

RAW_KEPT = 4_000


async def run(engine: Engine, job: Job) -> None:
    """Read one finished turn; keep its signals and memories; let what is urgent be read at once."""
    exchange = await _exchange(engine, job)
    if exchange is None:
        return
    await _condense(engine, exchange.turn)
    is_crisis = exchange.context.safety.level is SafetyLevel.CRISIS
    heard = exchange.context
    if is_crisis and not may_be_misread(heard.user, heard.coach):
        await _note_crisis(engine, job, exchange.turn)
    else:
        await _observe(engine, job, exchange)


async def _note_crisis(engine: Engine, job: Job, turn: Turn) -> None:
    """Note a crisis without a model, and without its words."""
    async with engine.db.unit(turn.user_id, write=True) as s:
        await signals.note_crisis(s, turn, at=engine.clock.now())
        await finish(engine, s, job)
    engine.wake_jobs()


async def _observe(engine: Engine, job: Job, exchange: Exchange) -> None:
    owner = exchange.turn.user_id
    llm = await llm_for(engine, owner, Role.OBSERVER)
    turn_id = exchange.turn.id
    reason = choose(engine.settings, Role.OBSERVER).reason
    caller = Caller(owner, Role.OBSERVER, llm.name, turn_id=turn_id, job_id=job.id, reason=reason)
    book = Book(caller, engine.clock, engine.cost_gate)
    try:
        context = _unjudged(exchange.context)
        seen = await analyze_exchange(llm, context, book=book, user_hash=user_hash(owner))
    except OutsideWorld as error:
        await _keep_failure(engine, job, error, book)
        raise
    if await _becomes_a_crisis(engine, job, exchange, seen, llm.name, book):
        return
    if await _stays_a_crisis(engine, job, exchange, seen, llm.name, book):
        return
    exchange = replace(exchange, context=context)
    await _store(engine, job, exchange, seen, llm.name, book)


def _unjudged(context: ObserverContext) -> ObserverContext:
    """Return a crisis that may be a mistake as a concern: the Observer reads for itself."""
    if context.safety.level is not SafetyLevel.CRISIS:
        return context
    doubted = SafetyVerdict(SafetyLevel.CONCERN, context.safety.category)
    return replace(context, safety=doubted)


async def _becomes_a_crisis(
    engine: Engine, job: Job, exchange: Exchange, seen: Observation, source: str, book: Book
) -> bool:
    """Return True, and note it, if an alarm that was left to the model counts after all."""
    owner, now = exchange.turn.user_id, engine.clock.now()
    level = None if source == signals.OFFLINE else seen.safety_level
    async with engine.db.unit(owner, write=True) as s:
        turn = await turns.require(s, owner, exchange.turn.id)
        if not await uncertain_alarms.read(s, turn, level, at=now):
            return False
        await model_calls.record(s, book.take())
        await finish(engine, s, job)
    engine.wake_jobs()
    return True


async def _stays_a_crisis(
    engine: Engine, job: Job, exchange: Exchange, seen: Observation, source: str, book: Book
) -> bool:
    """Return True, and note it, if the Observer does not call a crisis none that may be a mistake.

    Without a model only the person can do that: the rules say again what the screen said.
    """
    turn, now = exchange.turn, engine.clock.now()
    if exchange.context.safety.level is not SafetyLevel.CRISIS:
        return False
    level = seen.safety_level
    async with engine.db.unit(turn.user_id, write=True) as s:
        is_read = source != signals.OFFLINE
        if is_read and await mistaken_alarms.read(s, turn.user_id, turn.id, level, at=now):
            return False
        await model_calls.record(s, book.take())
    await _note_crisis(engine, job, turn)
    return True


async def _exchange(engine: Engine, job: Job) -> Exchange | None:
    """Return what to read; None when it is gone, or consent was withdrawn meanwhile."""
    owner = owner_of(job)
    async with engine.db.unit(owner) as s:
        if not await consent.is_valid(s, owner, engine.settings):
            return None
        turn_id = UUID(job.payload["turn_id"])
        return await load_exchange(s, owner, turn_id, at=engine.clock.now())


async def _condense(engine: Engine, turn: Turn) -> None:
    """Let a session that has become very long come down to less; repeated, it does nothing."""
    async with engine.db.unit(turn.user_id) as s:
        is_due = await summaries.is_due(s, turn.user_id, turn.conversation_id)
    if is_due:
        async with engine.db.unit(turn.user_id, write=True) as s:
            await summaries.condense(s, turn.user_id, turn.conversation_id)


async def _store(
    engine: Engine,
    job: Job,
    exchange: Exchange,
    seen: Observation,
    source: str,
    book: Book,
) -> None:
    """Write all of it or nothing: signals, memories, what is asked for, and the job's end."""
    turn, now = exchange.turn, engine.clock.now()
    context = exchange.context
    asked = False
    async with engine.db.unit(turn.user_id, write=True) as s:
        # Memories first: no signal spells out what asks for a yes from now on.
        if turn.kind is TurnKind.MESSAGE:
            said = _said(exchange, seen, source)
            await memory_writer.keep_from_message(
                s, turn.user_id, said, seen.memories, finished=seen.done, at=now
            )
        engine.reached("observer.remembered")
        binding = await corrections.binding(s, turn.user_id)
        around = signals.Around(binding, exchange.said_before, exchange.language)
        found = signals.worth_keeping(seen.signals, context.user, around)
        if await corrections.is_closed(s, turn.user_id, exchange.message_id):
            found = [signal for signal in found if signal.urgency_flag]
        await signals.store_for_turn(
            s, turn, found, source=source, at=now, language=exchange.language
        )
        engine.reached("observer.stored")
        if any(signal.urgency_flag for signal in found):
            asked = await signals.ask_for_urgent_run(s, turn, at=now)
        await model_calls.record(s, book.take())
        await finish(engine, s, job)
    if asked:
        engine.wake_jobs()


def _said(exchange: Exchange, seen: Observation, source: str) -> Said:
    """Return the message for the gate; the more serious of the two readings of it counts.

    Rules can't tell whether an alarm was one, so to them it is.
    """
    context = exchange.context
    is_alarm = context.safety.is_alarm and source == signals.OFFLINE
    is_crisis = is_alarm or SafetyLevel.CRISIS in (context.safety.level, seen.safety_level)
    return Said(
        message_id=exchange.message_id,
        text=context.user,
        today=context.today or exchange.turn.created_at.date(),
        level=SafetyLevel.CRISIS if is_crisis else context.safety.level,
        elsewhere=exchange.elsewhere,
        offered=[memory.id for memory in context.memories],
        context=exchange.said_before,
    )


async def _keep_failure(engine: Engine, job: Job, error: OutsideWorld, book: Book) -> None:
    """Keep what the failed calls cost, and an answer that did not fit as it came.

    An alarm that was left to the model counts meanwhile; the next try can take it back.
    """
    owner, turn_id = owner_of(job), UUID(job.payload["turn_id"])
    now = engine.clock.now()
    async with engine.db.unit(owner, write=True) as s:
        await model_calls.record(s, book.take())
        await uncertain_alarms.read(s, await turns.require(s, owner, turn_id), None, at=now)
        row = await jobs.find(s, owner, job.id)
        if isinstance(error, StructureInvalid) and row is not None:
            row.payload = {**row.payload, "unparsed": error.raw[:RAW_KEPT]}
            await s.flush()


KIND = JobKind(OBSERVER, run, at_once=8)
