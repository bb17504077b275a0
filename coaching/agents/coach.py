"""The Coach: one reply in the chat (A25, A26)."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import structlog

from coaching.agents.asking import Book
from coaching.agents.choosing import is_trying, llm_for
from coaching.agents.context import at_hand, context_ids, working_context
from coaching.agents.cost_gate import COST_LIMIT
from coaching.agents.guardrails import names_a_number, opening_of, promises_a_save
from coaching.agents.identity import user_hash
from coaching.agents.loop import BREAK, Limits, ToolLoop
from coaching.agents.recording import prompt_hash, tools_hash
from coaching.agents.reply_guard import Said, faults_in
from coaching.agents.turn_run import Reply, Speaker
from coaching.content import text
from coaching.domains.practices import service as practices
from coaching.errors import LLMUnavailable
from coaching.llm.faults import CIRCUIT_OPEN
from coaching.llm.port import Request, TextDelta
from coaching.prompts import core_block
from coaching.services import danger_checks
from coaching.services.model_calls import Caller
from coaching.tools import COACH_TOOLS, coach_tools
from coaching.values import chips
from coaching.values.enums import Role, SafetyLevel, Tension
from coaching.values.practice_choice import PRACTICE_STOPPED
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from typing import Literal

    from coaching.agents.engine import Engine
    from coaching.agents.turn_run import CoachEvent, TurnRun
    from coaching.llm.port import LLM
    from coaching.tools import Tool
    from coaching.values.chips import Chip
    from coaching.values.context import WorkingContext

AGENT = "coach"
_log = structlog.get_logger(__name__)
OUR_OWN = frozenset({CIRCUIT_OPEN, COST_LIMIT})
"""Refusals that come from ourselves, before anybody was asked."""


async def run_coach(
    engine: Engine, turn: TurnRun, *, limits: Limits | None = None
) -> AsyncGenerator[CoachEvent]:
    """Yield one reply as it is written, and at its end what is to be stored with it.

    Where a model is known to be away, or may no longer be asked, nobody is made to retry: the
    offline coach takes over, as long as nothing was said.
    """
    limits = limits or Limits().with_turn_times(engine.settings.model_deadline_factor)
    llm = await llm_for(engine, turn.owner)
    may_fail = is_trying(engine, Role.COACH)
    said = False
    try:
        async with aclosing(_reply_by(engine, turn, llm, limits)) as events:
            async for event in events:
                said = said or isinstance(event, TextDelta)
                yield event
    except LLMUnavailable as fault:
        if said or llm is engine.offline or not (may_fail or fault.kind in OUR_OWN):
            raise
    else:
        return
    async with aclosing(_reply_by(engine, turn, engine.offline, limits)) as events:
        async for event in events:
            yield event


async def _reply_by(
    engine: Engine, turn: TurnRun, llm: LLM, limits: Limits
) -> AsyncGenerator[CoachEvent]:
    context = await working_context(engine, turn) if llm.reads_context else at_hand(turn)
    yield Speaker(AGENT, llm.name, engine.settings.coach_model if llm.name == "claude" else "")
    # The offline coach asks nobody outside: it answers when words stay on this machine.
    tools = COACH_TOOLS if llm.name == "offline" else coach_tools(engine.lookups)
    request = _request(turn, context, tools)
    caller = Caller(turn.owner, Role.COACH, llm.name, turn_id=turn.turn_id)
    loop = ToolLoop(
        llm,
        request,
        turn,
        tools=tools,
        book=Book(caller, engine.clock, engine.cost_gate),
        clock=engine.clock,
        limits=limits,
    )
    async with aclosing(loop.run()) as events:
        async for event in events:
            yield event
    has_spoken = bool(loop.said.strip())
    for line in await _last_words(engine, turn, loop):
        yield TextDelta(f"{BREAK}{line}" if has_spoken else line)
    reply = _reply(llm.name, loop, request, context_ids(turn, context))
    if reply.meta.get("mode") == PRACTICE_STOPPED:
        async with engine.db.unit(turn.owner, write=True) as s:
            await practices.stop_waiting(s, turn.owner, turn.at)
    asked = danger_checks.after_reply(turn.state, loop.said)
    state, meta = {**reply.state, **asked}, {**reply.meta, **_faults(turn, loop)}
    yield replace(reply, state=state, meta=meta, chips=_chips(turn, loop))


def _chips(turn: TurnRun, loop: ToolLoop) -> tuple[Chip, ...]:
    """Return the quick replies that the tools and the model ask for; none in a crisis."""
    if turn.safety.level is SafetyLevel.CRISIS:
        return ()
    own = loop.done.chips if loop.done else ()
    return chips.shown(*(outcome.chips for _, outcome in loop.outcomes), own)


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


def _request(turn: TurnRun, context: WorkingContext, tools: Sequence[Tool]) -> Request:
    return Request(
        Role.COACH,
        system=(core_block(), SystemPromptBlock(str(turn.prompt["block"]))),
        messages=turn.messages,
        context=context,
        tools=tuple(tool.spec for tool in tools),
        user_hash=user_hash(turn.owner),
    )


async def _last_words(engine: Engine, turn: TurnRun, loop: ToolLoop) -> list[str]:
    """Return what code adds to a reply: instead of nothing, after a cut, after a false promise."""
    language = turn.language
    if not loop.said.strip():
        return [text(language, "coach.fallback.empty")]
    if loop.done is not None and loop.done.stop_reason == "max_tokens":
        return [text(language, "coach.fallback.cut")]
    if names_a_number(loop.said, turn.text):
        return [text(language, "coach.guard.number")]
    if promises_a_save(loop.said) and not await _has_saved(engine, turn, loop):
        return [text(language, "coach.guard.not_saved")]
    return []


async def _has_saved(engine: Engine, turn: TurnRun, loop: ToolLoop) -> bool:
    """Return True if something was saved in this turn, or in this session before."""
    if any("saved" in outcome.data for _, outcome in loop.outcomes):
        return True
    if not turn.past:
        return False
    context = await working_context(engine, turn)
    began, earlier = turn.past[0].at, (*context.cards, *context.wins)
    return any(kept.created_at >= began for kept in earlier)


def _reply(
    source: Literal["claude", "offline"], loop: ToolLoop, request: Request, ids: dict[str, Any]
) -> Reply:
    done = loop.done
    meta = {"opening": opening_of(loop.said), **(done.meta if done else {})}
    return Reply(
        agent=AGENT,
        source=source,
        model=done.model if done else "",
        stop_reason=done.stop_reason if done else "",
        prompt_hash=prompt_hash(request),
        tools_hash=tools_hash(request),
        meta=meta,
        state={"pending": meta.get("pending"), "opening": meta["opening"]},
        context_ids=ids,
        proposal_id=next((o.proposal_id for _, o in loop.outcomes if o.proposal_id), None),
        in_history=bool(loop.said.strip()),
    )
