"""Kinds of conversation: the Coach with a module, tools and a limit of steps of their own (K22).

The ordinary conversation isn't one of them: its request stays the same to the byte. A kind adds its
module to the block of the session and its tools behind the Coach's, so that each kind has a prefix
of its own that stays the same for a session.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.agents.coach import COACH
from coaching.prompts import core_block, kind_module
from coaching.tools import (
    ADDING,
    DREAMING,
    LOOKING,
    MONEY,
    NOTING,
    PLANNING,
    READING,
    SAVING_PLANS,
    coach_tools,
)
from coaching.values.conversations import ConversationKind
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.agents.spec import AgentSpec
    from coaching.agents.turn_run import TurnRun
    from coaching.tools import Tool
    from coaching.web import Lookups

FEW_STEPS, MANY_STEPS = 5, 10
"""Model calls in a reply; the last two run no tools (K5)."""


def _kind(kind: ConversationKind, tools: tuple[Tool, ...], steps: int) -> AgentSpec:
    def prompt(turn: TurnRun) -> tuple[SystemPromptBlock, ...]:
        session = f"{turn.prompt['block']}\n\n{kind_module(kind.value)}"
        return core_block(), SystemPromptBlock(session)

    def all_tools(lookups: Lookups) -> tuple[Tool, ...]:
        return (*coach_tools(lookups), *tools, *NOTING)

    return replace(COACH, prompt=prompt, tools=all_tools, steps=steps)


KINDS: dict[str, AgentSpec] = {
    ConversationKind.CLARIFY: _kind(ConversationKind.CLARIFY, (*READING, *DREAMING), FEW_STEPS),
    ConversationKind.PLANNING: _kind(
        ConversationKind.PLANNING,
        (*READING, *PLANNING, *ADDING, *SAVING_PLANS, LOOKING),  # one more would be too many
        MANY_STEPS,
    ),
    ConversationKind.RESEARCH: _kind(
        ConversationKind.RESEARCH, (*READING, *SAVING_PLANS), MANY_STEPS
    ),
    ConversationKind.REFLECTION: _kind(
        ConversationKind.REFLECTION, (*READING, *ADDING, *MONEY), FEW_STEPS
    ),
}
"""By the name that a conversation has as its active agent; all of them speak as the Coach."""
