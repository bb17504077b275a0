"""The Coach's system prompt: the core block, and the block of a session."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from coaching.prompts import earlier, facts, modules
from coaching.prompts.fences import as_said
from coaching.prompts.render import joined, render, section
from coaching.values.prompt import SystemPromptBlock
from coaching.values.strategy import without_plan

if TYPE_CHECKING:
    from coaching.values.context import BriefingView, WorkingContext

WEEKS_FROM = 15  # days from which people say weeks
MONTHS_FROM = 61  # days from which people say months
RETURNS_FROM = 3  # days; a shorter break is not spoken about


@cache
def core_block() -> SystemPromptBlock:
    """Return the first block: the same bytes for everyone, some 2,300 tokens (A39)."""
    return SystemPromptBlock(modules.core())


def build_system_prompt_blocks(context: WorkingContext) -> list[SystemPromptBlock]:
    """Return the system prompt of a session: two blocks, each with a cache mark (A26, A38–A40).

    The first is `core_block()`, byte-identical for everyone. The second holds the person in this
    session: the briefing of the context when it has one, else what the person told the app. Nothing
    of a single message is in it, so it is built once, when a session begins. Nothing is read from
    a database and nothing is remembered: the same context gives the same bytes. A tension, stage
    or depth without a file raises `PromptBroken`.
    """
    if context.briefing is not None:
        return build_system_prompt_from_briefing(context, context.briefing)
    return [core_block(), SystemPromptBlock(_session(context, build_legacy_briefing(context)))]


def build_system_prompt_from_briefing(
    context: WorkingContext, briefing: BriefingView
) -> list[SystemPromptBlock]:
    """Return the two blocks with this briefing in the second, whatever the context holds (A26).

    The briefing stands in a fence, word for word, without tags of our own in it.
    """
    return [core_block(), SystemPromptBlock(_session(context, _briefed(briefing)))]


def build_legacy_briefing(context: WorkingContext) -> str:
    """Return what is known without a briefing, as text: what the person told the app (A35).

    Their why (or what they do first when a bill arrives), how sure the tension is, the first guess,
    what is going on around money, cards, wins and what was noticed, each in a sentence of its own;
    words of theirs stand in fences. What a transcript in the same block says is left out. Used for
    the first conversation and for people whose Strategist has not run.
    """
    has_transcript = any(session.lines for session in context.earlier)
    told = [
        *facts.about(context.person),
        *facts.kept(context.focus_card, context.cards, () if has_transcript else context.wins),
        *facts.noticed(context.intel, is_short=has_transcript),
    ]
    return render("coach/legacy", facts=joined(*told))


def build_system_prompt(context: WorkingContext) -> str:
    """Return the plain legacy prompt in one piece: no briefing, no cache marks (A35, A76).

    The text of `build_system_prompt_blocks` for the same context without its briefing, the blocks
    one blank line apart.
    """
    blocks = build_system_prompt_blocks(replace(context, briefing=None))
    return joined(*(block.text for block in blocks))


def _session(context: WorkingContext, knowledge: str) -> str:
    """Return who they are, what was said before, the plan for this session, and the kept notes."""
    person = context.person
    parts = (
        modules.tension(person),
        modules.stage(person),
        modules.tone(person, session_number=context.session_number),
        modules.depth(person),
        modules.learning_style(person),
        *facts.pressing(person),
        *facts.language(person),
        earlier.conversations(context.earlier),
        _beginning(context),
        knowledge,
        *facts.remembered(context.memories),
        *facts.scheduled(context.reminders),
    )
    return render("coach/session", parts=joined(*parts))


def _beginning(context: WorkingContext) -> str:
    """Return how this session starts: as the first, or after a gap that nobody counts aloud.

    The first one needs why they came and the guess to offer. Without a briefing they follow anyway.
    """
    if context.session_number <= 1:
        told = facts.about(context.person) if context.briefing is not None else ()
        return joined(modules.first_conversation(context.person), *told)
    if context.after_crisis:
        return section("coach/returning", "after_crisis")
    gap = context.gap_days or 0
    if gap < RETURNS_FROM:
        return ""
    length = "days" if gap < WEEKS_FROM else "weeks" if gap < MONTHS_FROM else "months"
    return section("coach/returning", length)


def _briefed(briefing: BriefingView) -> str:
    return render(
        "coach/briefing",
        version=briefing.version,
        briefing=as_said(without_plan(briefing.briefing_content, briefing.session_strategy)),
        strategy=as_said(briefing.session_strategy),
        curiosities=as_said("; ".join(briefing.curiosities)),
    )
