"""Agent definitions: what makes one agent of the chat differ from another, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.agents.engine import Engine
    from coaching.agents.turn_run import TurnRun
    from coaching.tools import Tool
    from coaching.values.context import WorkingContext
    from coaching.values.enums import Role
    from coaching.values.prompt import SystemPromptBlock
    from coaching.web import Lookups


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """Definition of one agent; everything else about a turn is the same for all agents.

    `prompt` returns the system blocks and `tools` the tools in the order of the request: both must
    return the same bytes for a whole session, or every cached prefix is lost. `context` loads what
    tools and rules may know. `history` limits how many messages the model reads (None: the whole
    session). `hands_over_to` are names of agents, `announcement` is the catalogue key of the line
    that the person sees when this agent takes over. `steps` limits its model calls in a reply.
    """

    name: str
    role: Role
    prompt: Callable[[TurnRun], tuple[SystemPromptBlock, ...]]
    tools: Callable[[Lookups], tuple[Tool, ...]]
    context: Callable[[Engine, TurnRun], Awaitable[WorkingContext]]
    history: int | None = None
    hands_over_to: tuple[str, ...] = ()
    announcement: str = ""
    steps: int = 10
