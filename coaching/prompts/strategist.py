"""What the Strategist reads: how to plan, and everything that is known about one person."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from coaching.content import starter_cards
from coaching.prompts import dossier, facts
from coaching.prompts.fences import as_said, fenced, words
from coaching.prompts.render import joined, render, section, source
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.enums import Heard, Trigger
from coaching.values.prompt import SystemPromptBlock
from coaching.values.strategy import SECTIONS, STRATEGY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.context import StrategistContext

Prompt = tuple[tuple[SystemPromptBlock, ...], tuple[ChatMessage, ...]]
TRIGGERS = "strategist/trigger"
# What is asked for is paid for three times: as it is written, as the Coach reads it in each request
# of a session, and as the next run reads it (docs/costs.md).
ASKED_WORDS, ASKED_DOORS = 160, 3
LONGEST_QUOTE = 200  # characters, cut after a whole word
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


def reminded(messages: tuple[ChatMessage, ...], problems: Iterable[str]) -> tuple[ChatMessage, ...]:
    """Return the request once more, with what was wrong with the first answer behind it."""
    *before, last = messages
    texts = [str(block.get("text", "")) for block in last.content]
    lines = "\n".join(f"- {as_said(problem)}" for problem in problems)
    return (*before, said_by_user(*texts, section(TRIGGERS, "again", problems=lines)))


def _instructions() -> str:
    return joined(
        source("strategist/instructions"),
        source("strategist/knowledge"),
        render(
            "strategist/output",
            sections="\n".join(name for name in SECTIONS if name != STRATEGY),
            words=ASKED_WORDS,
            doors=ASKED_DOORS,
        ),
        source("shared/data_for_readers"),
    )


def _trigger(context: StrategistContext) -> Iterable[str]:
    if context.trigger is Trigger.URGENT:
        yield section(TRIGGERS, context.trigger, happened=dossier.happened(context))
    else:
        yield section(TRIGGERS, context.trigger)
    if context.trigger is Trigger.ONBOARDING and not context.safety_recent:
        yield from _first_card(context)
    if "ctx_urgent" in context.person.life_context:
        yield section(TRIGGERS, "urgent_need")
    if "ctx_controlled" in context.person.life_context:
        yield section(TRIGGERS, "controlled")
    if context.safety_recent:
        yield section(TRIGGERS, "safety")
    yield from _found(context)


def _found(context: StrategistContext) -> Iterable[str]:
    """Yield what code has found, and no judgement changes."""
    findings = context.findings
    if context.guess is not None and findings.guess is not Heard.OPEN:
        quote = textwrap.shorten(findings.quote, LONGEST_QUOTE, placeholder="")
        said = f" Their words: {words(quote)}" if quote else ""
        guess = words(context.guess.text)
        yield section(TRIGGERS, f"guess_{findings.guess}", guess=guess, said=said)
    elif context.guess is not None and context.guess.text in context.tried(Heard.OPEN):
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
    language = context.person.writes or context.person.language
    yield "\n".join(
        fenced("starter_card", card.content, title=card.title)
        for card in starter_cards(tension, language)
    )
