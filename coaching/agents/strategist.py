"""The Strategist reads a session that has ended and prepares the next one (A31, A50)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coaching.agents.strategist_validation import WITHHELD, Judged, judged
from coaching.agents.structured import ask_once
from coaching.errors import OutsideWorld, StructureInvalid
from coaching.llm.port import Done, Parsed, Request
from coaching.memory.pruning import Problem
from coaching.prompts import reminded, strategist_prompt
from coaching.values.context import StrategistContext
from coaching.values.enums import Role, Trigger
from coaching.values.strategy import StrategistAnswer, StrategistOutput

if TYPE_CHECKING:
    from datetime import date

    from coaching.agents.call_recorder import Book
    from coaching.llm.port import LLM
    from coaching.values.context import PersonView
    from coaching.values.strategy import IntelUpdate

MANY = 6
"""Dropped parts from which on a second answer is worth its price."""


@dataclass(frozen=True, slots=True)
class Planned:
    """The output of a run with what its call cost, and what was dropped from the answer."""

    answer: Parsed[StrategistOutput]
    problems: tuple[Problem, ...] = ()


async def run_strategist(
    llm: LLM, context: StrategistContext, *, book: Book | None = None
) -> StrategistOutput:
    """Return what a run decides (A31, A36), without storing it.

    `context` is everything that the run may know, by its trigger (A46–A49). Parts that don't fit
    are mended or dropped. An answer without a briefing or a door is asked for once more, with the
    reasons; the second such answer raises `StructureInvalid`, a service that is away
    `OutsideWorld`. `book` collects what the calls cost.
    """
    return (await plan(llm, request_for(context), book=book)).answer.value


async def generate_initial_briefing(
    llm: LLM, person: PersonView, *, today: date, book: Book | None = None
) -> StrategistOutput:
    """Return the first briefing, from the onboarding alone (A24, A46).

    `today` is the person's own day. A starter card of their tension is prescribed, or none.
    """
    context = StrategistContext(Trigger.ONBOARDING, person, today)
    return await run_strategist(llm, context, book=book)


async def extract_behavioral_intel(
    llm: LLM, context: StrategistContext, *, book: Book | None = None
) -> IntelUpdate:
    """Return what a run would add to the intel and nothing else (the first seed's way, A35).

    A whole run is paid for; `merge_intel` takes the output of `run_strategist`, so that what is
    known already is neither lost nor doubled. There is no route to this function (K29).
    """
    return (await run_strategist(llm, context, book=book)).intel


async def plan(
    llm: LLM, request: Request, *, book: Book | None, given: Done | None = None
) -> Planned:
    """Return what a run decides, what it cost, and what had to be dropped.

    `given` is the first answer, if it came in a batch. An answer that can't be used, or that lost
    many parts, is asked for once more with the reasons.
    The better one of the two counts; raises `StructureInvalid` if neither can be used.
    """
    first = await _tried(llm, request, book, given)
    sayable = [problem for problem in first.problems if problem.reason != WITHHELD]
    if first.planned is not None and len(sayable) < MANY:
        return first.planned
    told = reminded(request.messages, [problem.with_detail() for problem in sayable])
    try:
        second = await _tried(llm, replace(request, messages=told), book)
    except OutsideWorld:
        if first.planned is None:
            raise
        return first.planned
    usable = [each.planned for each in (second, first) if each.planned is not None]
    if not usable:
        raise StructureInvalid("; ".join(map(str, second.problems)), raw="")
    return min(usable, key=lambda planned: len(planned.problems))


def request_for(
    context: StrategistContext, *, user_hash: str = "", model: str = "", is_quick: bool = False
) -> Request:
    """Return what a run asks first."""
    system, messages = strategist_prompt(context)
    return Request(
        Role.STRATEGIST,
        system,
        messages,
        context,
        user_hash=user_hash,
        model=model,
        is_quick=is_quick,
    )


def is_short(context: StrategistContext, turns: int) -> bool:
    """Return True if a run reads an ended session with fewer turns than this."""
    said = sum(line.role == "user" for line in context.transcript)
    return context.trigger is Trigger.SESSION_END and said < turns


@dataclass(frozen=True, slots=True)
class _Try:
    planned: Planned | None
    problems: tuple[Problem, ...]


async def _tried(llm: LLM, request: Request, book: Book | None, given: Done | None = None) -> _Try:
    """Ask once and judge the answer; one that is not even readable is a problem like others."""
    context = request.context
    if not isinstance(context, StrategistContext):
        raise TypeError(f"no plan is made from a {type(context).__name__}")
    found: list[Judged] = []

    def outcome(answer: StrategistAnswer) -> str:
        found.append(judged(answer, context, may_invent=llm.name != "offline"))
        return found[-1].outcome

    try:
        answer = await ask_once(
            llm, request, StrategistAnswer, book=book, outcome=outcome, given=given
        )
    except StructureInvalid as error:
        return _Try(None, (Problem("answer", str(error)),))
    (result,) = found
    if result.output is None:
        return _Try(None, result.problems)
    mended = Parsed(result.output, answer.usage, answer.model, answer.request_id, answer.meta)
    return _Try(Planned(mended, result.problems), result.problems)
