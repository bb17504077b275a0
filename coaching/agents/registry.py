"""Registry of the agents in the chat. The first one is the Coach, which needs no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.coach import COACH
from coaching.agents.kinds import KINDS
from coaching.web import Lookups

if TYPE_CHECKING:
    from coaching.agents.spec import AgentSpec
    from coaching.tools import Tool

AGENTS: tuple[AgentSpec, ...] = (COACH,)
_BY_NAME = {agent.name: agent for agent in AGENTS}


def every_tool() -> tuple[Tool, ...]:
    """Return the tools of all agents, without those that depend on settings."""
    specs = (*AGENTS, *KINDS.values())
    return tuple(dict.fromkeys(tool for spec in specs for tool in spec.tools(Lookups())))


def agent_named(name: str) -> AgentSpec:
    """Return the agent or the kind of this name; the first agent if it no longer exists."""
    return _BY_NAME.get(name) or KINDS.get(name, AGENTS[0])
