"""Registry of the agents in the chat. The first one is the Coach, which needs no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.coach import COACH
from coaching.web import Lookups

if TYPE_CHECKING:
    from coaching.agents.spec import AgentSpec
    from coaching.tools import Tool

AGENTS: tuple[AgentSpec, ...] = (COACH,)
_BY_NAME = {agent.name: agent for agent in AGENTS}


def every_tool() -> tuple[Tool, ...]:
    """Return the tools of all agents, without those that depend on settings."""
    return tuple(dict.fromkeys(tool for agent in AGENTS for tool in agent.tools(Lookups())))


def agent_named(name: str) -> AgentSpec:
    """Return the agent of this name; the first one if it no longer exists."""
    return _BY_NAME.get(name, AGENTS[0])
