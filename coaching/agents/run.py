"""Agent runner: one reply of one agent in the chat (A25, A26)."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import structlog

from coaching.agents.call_recorder import Book, prompt_hash, tools_hash, user_hash
from coaching.agents.context import at_hand, context_ids
from coaching.agents.cost_gate import COST_LIMIT
from coaching.agents.fallback import is_trying, llm_for
from coaching.agents.guardrails import names_a_number, opening_of, promises_a_save
from coaching.agents.loop import BREAK, Limits, ToolLoop
from coaching.agents.registry import AGENTS
from coaching.agents.reply_guard import Said, faults_in
from coaching.agents.turn_run import Reply, Speaker
from coaching.content import text
from coaching.domains.practices import service as practices
from coaching.errors import LLMUnavailable
from coaching.llm.faults import CIRCUIT_OPEN
from coaching.llm.port import Request, TextDelta
from coaching.llm.roles import ROLES
from coaching.rules.model_choice import choose
from coaching.services import danger_checks
from coaching.services.model_calls import Caller
from coaching.tools import OF_THE_APP
from coaching.values import chips
from coaching.values.enums import SafetyLevel, Tension
from coaching.values.practice_choice import PRACTICE_STOPPED
from coaching.values.safety import CLOSES_CHECK
from coaching.values.session_state import pending_offer
from coaching.web import Lookups

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import Literal

    from coaching.agents.engine import Engine
    from coaching.agents.spec import AgentSpec
    from coaching.agents.turn_run import AgentEvent, TurnRun
    from coaching.llm.port import LLM, ChatMessage
    from coaching.values.chips import Chip
    from coaching.values.context import WorkingContext
    from coaching.values.session_state import StateChanges

HOME = AGENTS[0]
_SPEC = attrgetter("spec")
_log = structlog.get_logger(__name__)
SAVED = 3
"""A reply to somebody who saves may cost a third."""
OUR_OWN = frozenset({CIRCUIT_OPEN, COST_LIMIT})
"""Refusals that come from ourselves, before anybody was asked."""


@dataclass(frozen=True, slots=True)
class _Run:
    """One agent's run with one model. `loop` has what was said and done so far."""

    engine: Engine
    spec: AgentSpec
    turn: TurnRun
    source: Literal["claude", "offline"]
    request: Request
    context: WorkingContext
    loop: ToolLoop


async def run_agent(
    engine: Engine, spec: AgentSpec, turn: TurnRun, *, limits: Limits | None = None
) -> AsyncGenerator[AgentEvent]:
    """Yield one reply as it is written, and at its end what is to be stored with it.

    If the model is known to be unavailable, or may not be asked any more, the offline coach
    replies instead, as long as nothing was said. It speaks as the first agent only.
    """
    limits = limits or _limits(engine, spec, turn)
    llm = await llm_for(engine, turn.owner, spec.role)
    may_fail = is_trying(engine, spec.role)
    while True:
        run = await _prepared(engine, spec, turn, llm, limits)
        own = run.request.model or ROLES[spec.role].model(engine.settings)
        model = own if llm.name == "claude" else ""
        yield Speaker(run.spec.name, llm.name, model)
        try:
            async with aclosing(run.loop.run()) as events:
                async for event in events:
                    yield event
            break
        except LLMUnavailable as fault:
            is_ours = may_fail or fault.kind in OUR_OWN
            if run.loop.said or llm is engine.offline or not is_ours:
                raise
            llm = engine.offline
    for line in await _last_words(run):
        yield line
    yield await _reply(run)


def _limits(engine: Engine, spec: AgentSpec, turn: TurnRun) -> Limits:
    usual = Limits(spec.steps)
    allowed = usual.micro_usd // SAVED if turn.is_saving else usual.micro_usd
    turn_time = usual.turn * engine.settings.model_deadline_factor
    return replace(usual, turn=turn_time, micro_usd=allowed)


async def _prepared(
    engine: Engine, spec: AgentSpec, turn: TurnRun, llm: LLM, limits: Limits
) -> _Run:
    spec = HOME if llm.name == "offline" else spec
    context = await spec.context(engine, turn) if llm.reads_context else at_hand(turn)
    # The offline coach asks nobody outside: it answers when words stay on this machine.
    tools = spec.tools(Lookups() if llm.name == "offline" else engine.lookups)
    wish = choose(
        engine.settings, spec.role, agent=turn.agent, words=turn.text, is_saving=turn.is_saving
    )
    request = Request(
        spec.role,
        system=spec.prompt(turn),
        messages=_recent(turn.messages, spec.history) if spec.history else turn.messages,
        context=context,
        tools=tuple(map(_SPEC, tools)),
        user_hash=user_hash(turn.owner),
        model=wish.model,
    )
    caller = Caller(turn.owner, spec.role, llm.name, turn_id=turn.turn_id, reason=wish.reason)
    book = Book(caller, engine.clock, engine.cost_gate)
    known = tuple(dict.fromkeys((*tools, *OF_THE_APP)))
    loop = ToolLoop(llm, request, turn, tools=known, book=book, clock=engine.clock, limits=limits)
    return _Run(engine, spec, turn, llm.name, request, context, loop)


def _recent(messages: tuple[ChatMessage, ...], limit: int) -> tuple[ChatMessage, ...]:
    """Return the newest messages, from a message of the user on: a request must start with one."""
    recent = messages[-limit:]
    first = next(place for place, message in enumerate(recent) if message.role == "user")
    return recent[first:]


def _chips(turn: TurnRun, loop: ToolLoop) -> tuple[Chip, ...]:
    """Return the quick replies that the tools and the model ask for; none in a crisis."""
    if turn.safety.level is SafetyLevel.CRISIS:
        return ()
    own = loop.done.chips if loop.done else ()
    offered = (chips.cited(outcome.chips, loop.said) for _, outcome in loop.outcomes)
    return chips.shown(*offered, own)


def _faults(turn: TurnRun, loop: ToolLoop) -> dict[str, Any]:
    """Return what the reply did that Toney doesn't do, by name, for evals and logs."""
    tension = turn.prompt.get("tension")
    said = Said(
        loop.said,
        turn.text,
        [past.text for past in turn.past if past.role == "coach"],
        tension=Tension(tension) if tension else None,
        language=turn.language,
    )
    found = [fault.value for fault in faults_in(said)]
    if found:
        _log.info("reply_faults", turn_id=str(turn.turn_id), faults=found)
    return {"faults": found} if found else {}


async def _last_words(run: _Run) -> list[TextDelta]:
    """Return what code adds to a reply: instead of nothing, after a cut, after a false promise."""
    language, loop = run.turn.language, run.loop
    if not loop.said.strip():
        return [TextDelta(text(language, "coach.fallback.empty"))]
    if loop.done is not None and loop.done.stop_reason == "max_tokens":
        return [TextDelta(f"{BREAK}{text(language, 'coach.fallback.cut')}")]
    if names_a_number(loop.said, run.turn.text):
        return [TextDelta(f"{BREAK}{text(language, 'coach.guard.number')}")]
    if promises_a_save(loop.said) and not await _has_saved(run):
        return [TextDelta(f"{BREAK}{text(language, 'coach.guard.not_saved')}")]
    return []


async def _has_saved(run: _Run) -> bool:
    """Return True if something was saved in this turn, or in this session before."""
    if any("saved" in outcome.data for _, outcome in run.loop.outcomes):
        return True
    if not run.turn.past:
        return False
    context = await run.spec.context(run.engine, run.turn)
    began, earlier = run.turn.past[0].at, (*context.cards, *context.wins)
    return any(kept.created_at >= began for kept in earlier)


async def _reply(run: _Run) -> Reply:
    """Return what is stored with the reply; an offer that the reply ended is closed."""
    engine, turn, loop, done = run.engine, run.turn, run.loop, run.loop.done
    opening = opening_of(loop.said)
    meta = {"opening": opening, **(done.meta if done else {})}
    if meta.get("mode") == PRACTICE_STOPPED:
        async with engine.db.unit(turn.owner, write=True) as s:
            await practices.stop_waiting(s, turn.owner, turn.at)
    closes = bool(meta.pop(CLOSES_CHECK, False))
    state: StateChanges = {
        "pending": pending_offer(meta.get("pending")),
        "opening": str(meta["opening"]),
        **danger_checks.after_reply(turn.state, loop.said, closes=closes),
    }
    return Reply(
        agent=run.spec.name,
        source=run.source,
        model=done.model if done else "",
        stop_reason=done.stop_reason if done else "",
        prompt_hash=prompt_hash(run.request),
        tools_hash=tools_hash(run.request),
        meta={**meta, **_faults(turn, loop)},
        state=state,
        context_ids=context_ids(turn, run.context),
        proposal_id=next((o.proposal_id for _, o in loop.outcomes if o.proposal_id), None),
        in_history=bool(loop.said.strip()),
        chips=_chips(turn, loop),
    )
