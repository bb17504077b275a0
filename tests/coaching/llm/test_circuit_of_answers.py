"""A structured answer tells the circuit that the model is there, as a streamed reply does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from coaching.clock import FrozenClock
from coaching.errors import LLMUnavailable
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.health import CircuitState
from coaching.values.enums import Role
from coaching.values.observation import Observation
from tests.support import virtual_time
from tests.support.model_asking import request, settings_of
from tests.support.model_events import whole
from tests.support.model_server import ModelServer, Play, answers, fails

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

DOWN = fails(529, "overloaded_error", x_should_retry="false")
READ = answers(whole('{"signals": [], "safety_level": "none"}'))


def reading(plays: list[Play], use: Callable[[AnthropicLLM, FrozenClock], Awaitable[None]]) -> None:
    """Use a model that answers as in a play, on a loop that waits in no time."""

    async def used() -> None:
        clock = FrozenClock(datetime(2026, 11, 20, 12, tzinfo=UTC))
        server = ModelServer(plays)
        llm = AnthropicLLM(settings_of(), transport=server.transport(), clock=clock)
        try:
            await use(llm, clock)
        finally:
            await llm.close()

    virtual_time.run(used())


async def read(llm: AnthropicLLM, times: int) -> list[str]:
    """Ask for structured answers, as the Observer does."""
    said: list[str] = []
    for _ in range(times):
        try:
            await llm.parse(request(Role.OBSERVER), Observation)
        except LLMUnavailable as fault:
            said.append(fault.kind)
        else:
            said.append("read")
    return said


def test_a_structured_answer_closes_the_circuit() -> None:
    async def use(llm: AnthropicLLM, clock: FrozenClock) -> None:
        assert await read(llm, 5) == ["overloaded"] * 5
        clock.move(timedelta(seconds=30))
        assert await read(llm, 1) == ["read"]
        report = llm.health.report()
        assert report.state is CircuitState.CLOSED
        assert report.fault is not None
        assert report.fault.is_over

    reading([*[DOWN] * 5, READ], use)


def test_a_structured_answer_in_between_begins_the_count_anew() -> None:
    async def use(llm: AnthropicLLM, _: FrozenClock) -> None:
        assert await read(llm, 9) == [*["overloaded"] * 4, "read", *["overloaded"] * 4]
        assert llm.health.report().state is CircuitState.CLOSED

    reading([*[DOWN] * 4, READ, *[DOWN] * 4], use)
