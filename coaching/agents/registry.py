"""Registry of the agents in the chat. The first one is the Coach, which needs no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.coach import COACH

if TYPE_CHECKING:
    from coaching.agents.spec import AgentSpec

AGENTS: tuple[AgentSpec, ...] = (COACH,)


def agent_named(name: str) -> AgentSpec:
    """Return the agent of this name; the first one if it no longer exists."""
    return next((agent for agent in AGENTS if agent.name == name), AGENTS[0])
