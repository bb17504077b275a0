"""The Coach's system prompt: the core block, and the block of a session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.prompts import facts, modules
from coaching.prompts.fences import as_said
from coaching.prompts.render import joined, render, section
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.values.context import BriefingView, WorkingContext

WEEKS_FROM, MONTHS_FROM, RETURNS_FROM = 15, 61, 3


def core_block() -> SystemPromptBlock:
    """Return the first block: the same bytes for everyone (A39)."""
    return SystemPromptBlock(modules.core())


def build_system_prompt_blocks(context: WorkingContext) -> list[SystemPromptBlock]:
    """Return core and session block; without a briefing the second is the legacy one (A26)."""
    if context.briefing is not None:
        return build_system_prompt_from_briefing(context, context.briefing)
    return [core_block(), SystemPromptBlock(_session(context, build_legacy_briefing(context)))]


def build_system_prompt_from_briefing(
    context: WorkingContext, briefing: BriefingView
) -> list[SystemPromptBlock]:
    """Return core and session block, the second with what the Strategist wrote."""
    return [core_block(), SystemPromptBlock(_session(context, _briefed(briefing)))]


def build_legacy_briefing(context: WorkingContext) -> str:
    """Return what is known without a briefing: what the person told the app themselves."""
    told = [
        *facts.about(context.person),
        *facts.kept(context.focus_card, context.cards, context.wins),
        *facts.noticed(context.intel),
    ]
    return render("coach/legacy", facts=joined(*told))


def build_system_prompt(context: WorkingContext) -> str:
    """Return the plain legacy prompt in one piece: no briefing, no cache marks (A35, A76)."""
    blocks = build_system_prompt_blocks(replace(context, briefing=None))
    return joined(*(block.text for block in blocks))


def _session(context: WorkingContext, knowledge: str) -> str:
    person = context.person
    style = joined(
        modules.tension(person),
        modules.stage(person),
        modules.tone(person, session_number=context.session_number),
        modules.depth(person),
        modules.learning_style(person),
        *facts.pressing(person),
        _beginning(context),
    )
    return render("coach/session", style=style, knowledge=knowledge)


def _beginning(context: WorkingContext) -> str:
    """How this session starts: as the first one, or after a gap that nobody counts aloud."""
    if context.session_number <= 1:
        return modules.first_conversation(context.person)
    if context.after_crisis:
        return section("coach/returning", "after_crisis")
    hard = section("coach/returning", "hard") if context.last_session_urgent else ""
    gap = context.gap_days or 0
    if gap < RETURNS_FROM:
        return hard
    length = "days" if gap < WEEKS_FROM else "weeks" if gap < MONTHS_FROM else "months"
    return joined(section("coach/returning", length), hard)


def _briefed(briefing: BriefingView) -> str:
    return render(
        "coach/briefing",
        version=briefing.version,
        briefing=as_said(briefing.briefing_content),
        strategy=as_said(briefing.session_strategy),
        curiosities=as_said("; ".join(briefing.curiosities)),
    )
