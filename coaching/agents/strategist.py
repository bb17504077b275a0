"""The Strategist reads between sessions and writes one whole understanding (A31, A50)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.agents.asking import ask
from coaching.agents.judging import require_fit
from coaching.agents.settling import settled
from coaching.errors import StructureInvalid
from coaching.llm.port import Request
from coaching.memory.obeying import obedient, said_again
from coaching.offline.llm import NAME as OFFLINE
from coaching.prompts import reminded, strategist_prompt
from coaching.values.context import StrategistContext
from coaching.values.enums import Role, Trigger
from coaching.values.strategy import StrategistOutput

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from coaching.agents.asking import Book
    from coaching.llm.port import LLM, Parsed
    from coaching.values.context import PersonView
    from coaching.values.corrections import Correction
    from coaching.values.strategy import IntelUpdate


async def run_strategist(
    llm: LLM, context: StrategistContext, *, book: Book | None = None
) -> StrategistOutput:
    """Return what a run decides (A31, A36); nothing is stored.

    `context` is everything that the run may know, by its trigger (A46–A49). A model that answers
    something that is not whole, or that names a card or a signal it was not given, is asked once
    more; the second such answer raises `StructureInvalid`, a service that is away `OutsideWorld`.
    `book` collects what the calls cost.
    """
    return (await plan(llm, context, book=book)).value


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
    llm: LLM, context: StrategistContext, *, book: Book | None, user_hash: str = ""
) -> Parsed[StrategistOutput]:
    """Return what a run decides and what it cost."""
    system, messages = strategist_prompt(context)
    request = Request(Role.STRATEGIST, system, messages, context, user_hash=user_hash)
    answer = await ask(
        llm,
        request,
        StrategistOutput,
        book=book,
        check=lambda output: require_fit(output, context, may_invent=llm.name != OFFLINE),
    )
    if again := said_again(answer.value, context.corrections):
        answer = await _asked_once_more(llm, request, context, again, answer, book)
    decided = obedient(settled(answer.value, context), context.corrections)
    return replace(answer, value=decided)


async def _asked_once_more(
    llm: LLM,
    request: Request,
    context: StrategistContext,
    again: Sequence[Correction],
    first: Parsed[StrategistOutput],
    book: Book | None,
) -> Parsed[StrategistOutput]:
    """Return an answer that was reminded of what was corrected; the first one if it is no better.

    What it still says again is taken out by code.
    """
    told = reminded(request.messages, again)
    try:
        return await ask(
            llm,
            replace(request, messages=told),
            StrategistOutput,
            book=book,
            check=lambda output: require_fit(output, context, may_invent=llm.name != OFFLINE),
        )
    except StructureInvalid:
        return first
