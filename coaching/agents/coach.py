"""The Coach: the agent that every conversation begins with and returns to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.context import working_context
from coaching.agents.spec import AgentSpec
from coaching.prompts import core_block
from coaching.tools import coach_tools
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from coaching.agents.turn_run import TurnRun


def _prompt(turn: TurnRun) -> tuple[SystemPromptBlock, ...]:
    return core_block(), SystemPromptBlock(str(turn.prompt["block"]))


COACH = AgentSpec(
    name="coach",
    role=Role.COACH,
    prompt=_prompt,
    tools=coach_tools,
    context=working_context,
)
