"""What the Strategist reads: how to plan, and everything that is known about one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_knowledge, starter_cards
from coaching.prompts import dossier, facts
from coaching.prompts.fences import fenced
from coaching.prompts.render import joined, render, section, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.enums import Heard, Trigger
from coaching.values.prompt import SystemPromptBlock
from coaching.values.strategy import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content import LensDetails, StageDetails
    from coaching.values.context import StrategistContext
    from coaching.values.corrections import Correction

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]
TRIGGERS = "strategist/trigger"
# What is asked for is paid for three times: as it is written, as the Coach reads it in each request
# of a session, and as the next run reads it (docs/costs.md).
ASKED_WORDS, ASKED_DOORS = 400, 5
IN_WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight"}
NO_STARTER = frozenset({"ctx_urgent", "ctx_controlled"})


def strategist_prompt(context: StrategistContext) -> Prompt:
    """Return system blocks, the same for everyone, and the message with the person."""
    # Not cached: runs are too far apart for a stored prefix to be worth its price.
    system = SystemPromptBlock(_instructions(), cached=False)
    request = render(
        "strategist/request",
        trigger=joined(*_trigger(context), facts.all_corrected("binding", context.corrections)),
        person=dossier.person(context),
        known=dossier.known(context),
    )
    return (system,), (said_by_user(request),)


def reminded(
    messages: tuple[ChatMessage, ...], again: Iterable[Correction]
) -> tuple[ChatMessage, ...]:
    """Return the request once more, with what the answer said again behind it."""
    *before, last = messages
    texts = [str(block.get("text", "")) for block in last.content]
    return (*before, said_by_user(*texts, facts.all_corrected("said_again", again)))


def _instructions() -> str:
    knowledge = load_knowledge()
    return joined(
        source("strategist/instructions"),
        render(
            "strategist/knowledge",
            stages="\n".join(map(_stage, knowledge.stages)),
            lenses="\n".join(map(_lens, knowledge.growth_lenses)),
        ),
        render(
            "strategist/output",
            sections="\n".join(SECTIONS),
            words=ASKED_WORDS,
            doors=IN_WORDS[ASKED_DOORS],
        ),
        source("shared/data_for_readers"),
    )


def _stage(stage: StageDetails) -> str:
    said = ", ".join(f'"{marker}"' for marker in stage.markers)
    return f"- `{stage.id}`: {stage.meaning}. Sounds like: {said}. Do: {stage.do}."


def _lens(lens: LensDetails) -> str:
    states = ("active", "stabilizing", "not_ready")
    markers = (f"{state}: {', '.join(getattr(lens.markers, state))}" for state in states)
    return f"- `{lens.id}` ({lens.label}). {'. '.join(markers)}."


def _trigger(context: StrategistContext) -> Iterable[str]:
    yield section(TRIGGERS, context.trigger)
    if context.trigger is Trigger.ONBOARDING:
        yield from _first_card(context)
    if "ctx_urgent" in context.person.life_context:
        yield section(TRIGGERS, "urgent_need")
    if "ctx_controlled" in context.person.life_context:
        yield section(TRIGGERS, "controlled")
    if context.safety_recent:
        yield section(TRIGGERS, "safety")
    yield from _found(context)


def _found(context: StrategistContext) -> Iterable[str]:
    """What code has found, and no judgement changes."""
    findings = context.findings
    if context.guess is not None and findings.guess is not Heard.OPEN:
        yield section(TRIGGERS, f"guess_{findings.guess}")
    elif context.guess is not None and context.guess.text in context.gone(Heard.OPEN):
        yield section(TRIGGERS, "guess_unheard")
    if findings.card_is_new:
        yield section(TRIGGERS, "card_is_new")
    elif findings.may_graduate:
        yield section(TRIGGERS, "may_graduate")


def _first_card(context: StrategistContext) -> Iterable[str]:
    tension = context.person.tension
    if tension is None or not NO_STARTER.isdisjoint(context.person.life_context):
        yield section(TRIGGERS, "no_starter_card")
        return
    yield section(TRIGGERS, "starter_card")
    yield "\n".join(
        fenced("starter_card", card.content, title=card.title) for card in starter_cards(tension)
    )
