"""A model's service for whole turns: the Coach plays a script, the others see nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.llm.anthropic_llm import AnthropicLLM
from tests.support.model_asking import settings_of
from tests.support.model_events import reply
from tests.support.model_server import Body, ModelServer, Play, canned, streams

if TYPE_CHECKING:
    from coaching.clock import Clock
    from tests.support.model_server import Answering

FINE = streams(reply("Claude says this."))
_OTHERS = canned(["…"])


def serves(*plays: Answering, then: Answering = FINE) -> ModelServer:
    """Return a service that plays to the Coach, and answers every schema with what fits it."""
    left = list(plays)

    def play(body: Body) -> Play:
        if body.get("output_config", {}).get("format"):
            return _OTHERS(body)
        chosen = left.pop(0) if left else then
        return chosen(body) if callable(chosen) else chosen

    return ModelServer(then=play)


def coached(server: ModelServer) -> list[Body]:
    """Return the requests of the Coach."""
    return [body for body in server.bodies if not body.get("output_config", {}).get("format")]


def claude_at(server: ModelServer, clock: Clock) -> AnthropicLLM:
    """Return the adapter over the real SDK, with a clock of the test."""
    return AnthropicLLM(settings_of(), transport=server.transport(), clock=clock)
