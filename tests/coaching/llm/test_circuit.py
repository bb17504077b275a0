"""A model that fails again and again is left alone for a while."""

from __future__ import annotations

from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.clock import FrozenClock
from coaching.errors import LLMUnavailable
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.health import CircuitState, Fault
from coaching.values.enums import Role
from tests.support import virtual_time
from tests.support.model_asking import heard, request, settings_of
from tests.support.model_events import end, reply, sse, start, text_block, whole
from tests.support.model_server import ModelServer, Play, answers, fails, streams

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.llm.health import HealthReport

FINE = streams(reply("fine"))
DOWN = fails(529, "overloaded_error", x_should_retry="false")
LIMITED = fails(429, "rate_limit_error", x_should_retry="false")
NO_MODEL = fails(404, "not_found_error")
BY_RULES = '{"signals": [], "safety_level": "none"}'


class Asked:
    """A model with a clock; `ask` returns the text that came, or the kind of the fault."""

    def __init__(self, llm: AnthropicLLM, clock: FrozenClock) -> None:
        self.llm = llm
        self.clock = clock

    async def ask(self, role: Role = Role.COACH) -> str:
        came = await heard(self.llm, request(role))
        return came.error.kind if came.error else came.text

    async def ask_often(self, times: int, *, every: float = 0) -> list[str]:
        said: list[str] = []
        for _ in range(times):
            said.append(await self.ask())
            self.clock.move(timedelta(seconds=every))
        return said

    def report(self) -> HealthReport:
        return self.llm.health.report()


def asking(server: ModelServer, use: Callable[[Asked], Awaitable[None]]) -> None:
    """Use a model on a loop that waits in no time."""

    async def used() -> None:
        clock = FrozenClock(datetime(2026, 11, 20, 12, tzinfo=UTC))
        llm = AnthropicLLM(settings_of(), transport=server.transport(), clock=clock)
        try:
            await use(Asked(llm, clock))
        finally:
            await llm.close()

    virtual_time.run(used())


def test_after_five_failures_nobody_asks_any_more() -> None:
    server = ModelServer(then=DOWN)

    async def use(model: Asked) -> None:
        assert await model.ask_often(7, every=5) == ["overloaded"] * 5 + ["resting"] * 2
        assert model.report().state is CircuitState.OPEN

    asking(server, use)

    assert len(server.bodies) == 5


def test_a_clock_that_is_set_back_lets_nobody_rest_longer() -> None:
    server = ModelServer([DOWN] * 5, then=FINE)

    async def use(model: Asked) -> None:
        await model.ask_often(5)
        assert await model.ask() == "resting"
        model.clock.move(-timedelta(hours=3))
        assert await model.ask() == "fine"

    asking(server, use)


def test_failures_that_are_far_apart_open_nothing() -> None:
    async def use(model: Asked) -> None:
        assert await model.ask_often(9, every=8) == ["overloaded"] * 9

    asking(ModelServer(then=DOWN), use)


def test_a_reply_in_between_begins_the_count_anew() -> None:
    async def use(model: Asked) -> None:
        assert await model.ask_often(9) == [*["overloaded"] * 4, "fine", *["overloaded"] * 4]
        assert model.report().state is CircuitState.CLOSED

    asking(ModelServer([*[DOWN] * 4, FINE, *[DOWN] * 4]), use)


def test_after_half_a_minute_one_call_tries_and_its_reply_closes_the_circuit() -> None:
    server = ModelServer([DOWN] * 5, then=FINE)

    async def use(model: Asked) -> None:
        await model.ask_often(5)
        model.clock.move(timedelta(seconds=29))
        assert await model.ask() == "resting"
        model.clock.move(timedelta(seconds=1))
        assert model.report().state is CircuitState.HALF_OPEN
        assert await model.ask_often(3) == ["fine"] * 3
        assert model.report().state is CircuitState.CLOSED
        assert model.report().fault == Fault(
            "overloaded", "claude-sonnet-5-5", datetime(2026, 11, 20, 12, tzinfo=UTC), is_over=True
        )

    asking(server, use)

    assert len(server.bodies) == 8


def test_a_try_that_fails_rests_for_another_half_minute() -> None:
    server = ModelServer(then=DOWN)

    async def use(model: Asked) -> None:
        await model.ask_often(5)
        model.clock.move(timedelta(seconds=30))
        assert await model.ask_often(3, every=14) == ["overloaded", "resting", "resting"]

    asking(server, use)

    assert len(server.bodies) == 6


def test_while_one_tries_the_others_do_not_wait_for_it() -> None:
    server = ModelServer([DOWN] * 5, then=FINE)

    async def use(model: Asked) -> None:
        await model.ask_often(5)
        model.clock.move(timedelta(seconds=30))
        async with aclosing(model.llm.stream(request())) as trying:
            await anext(trying)
            assert not model.llm.health.may_ask(Role.COACH)
            assert await model.ask() == "resting"
        # Somebody pressed stop: that told nothing, the next one tries.
        assert await model.ask() == "fine"

    asking(server, use)


def test_each_model_has_its_own_circuit() -> None:
    server = ModelServer([*[DOWN] * 5, answers(whole(BY_RULES))])

    async def use(model: Asked) -> None:
        await model.ask_often(5)
        assert not model.llm.health.may_ask(Role.COACH)
        assert model.llm.health.may_ask(Role.OBSERVER)
        assert await model.ask(Role.OBSERVER) == ""

    asking(server, use)


@pytest.mark.parametrize(
    "play",
    [
        DOWN,
        LIMITED,
        fails(500, x_should_retry="false"),
        streams(sse(start(), *text_block("half")[:2])),
        streams(sse(start(), start())),
        answers(b"<html>", **{"content-type": "text/html"}),
    ],
    ids=["overloaded", "rate limit", "server", "cut", "out of order", "a page"],
)
def test_every_way_not_to_answer_counts(play: Play) -> None:
    async def use(model: Asked) -> None:
        await model.ask_often(5)
        assert await model.ask() == "resting"

    asking(ModelServer(then=play), use)


@pytest.mark.parametrize(
    "play",
    [
        fails(400, "invalid_request_error"),
        fails(413, "request_too_large"),
        streams(sse(start(), *text_block("no"), *end("refusal"))),
    ],
    ids=["a bad request", "too large", "declined"],
)
def test_a_service_that_says_no_is_there(play: Play) -> None:
    async def use(model: Asked) -> None:
        assert "resting" not in await model.ask_often(8)

    asking(ModelServer(then=play), use)


@pytest.mark.parametrize(
    ("play", "kind"),
    [
        (fails(401, "authentication_error"), "authentication"),
        (fails(402, "billing_error"), "billing"),
        (fails(403, "permission_error"), "permission"),
        (fails(429, "rate_limit_error", code="enforced_spend_limit_reached"), "spend_limit"),
    ],
)
def test_what_only_an_admin_can_change_is_asked_twice_and_then_left_alone(
    play: Play, kind: str
) -> None:
    async def use(model: Asked) -> None:
        assert await model.ask_often(4) == [kind, kind, "resting", "resting"]
        fault = model.report().fault
        assert fault is not None
        assert (fault.kind, fault.is_over) == (kind, False)

    asking(ModelServer(then=play), use)


def test_a_model_that_is_gone_is_looked_for_again_an_hour_later() -> None:
    server = ModelServer([NO_MODEL, FINE, FINE, FINE])

    async def use(model: Asked) -> None:
        assert await model.ask_often(2) == ["fine", "fine"]
        assert model.report().gone == ("claude-sonnet-5-5",)
        coach = next(role for role in model.report().roles if role.role == "coach")
        assert (coach.model, coach.is_fallback) == ("claude-opus-5-5", True)
        model.clock.move(timedelta(hours=1))
        assert await model.ask() == "fine"
        assert model.report().gone == ()

    asking(server, use)

    asked = [body["model"] for body in server.bodies]
    assert asked == ["claude-sonnet-5-5", "claude-opus-5-5", "claude-opus-5-5", "claude-sonnet-5-5"]


def test_every_fallback_is_asked_in_its_own_way() -> None:
    server = ModelServer([NO_MODEL, NO_MODEL, FINE])

    async def use(model: Asked) -> None:
        assert await model.ask() == "fine"

    asking(server, use)

    ways = [
        (body["model"], body["thinking"]["type"], body["output_config"]["effort"])
        for body in server.bodies
    ]
    assert ways == [
        ("claude-sonnet-5-5", "between_tools", "medium"),
        ("claude-opus-5-5", "adaptive", "low"),
        ("claude-sonnet-5", "disabled", "medium"),
    ]


def test_what_was_told_is_no_news() -> None:
    async def use(model: Asked) -> None:
        health = model.llm.health
        first = health.news()
        assert first is not None
        assert health.news() == first, "nobody has kept it yet"
        health.mark_reported(first)
        assert health.news() is None
        await model.ask()
        assert health.news() is not None

    asking(ModelServer(then=DOWN), use)


def test_a_rest_is_told_as_what_it_is() -> None:
    async def use(model: Asked) -> None:
        await model.ask_often(5)
        with pytest.raises(LLMUnavailable) as raised:
            async for _ in model.llm.stream(request()):
                pass
        assert raised.value.retryable
        assert "resting" not in raised.value.say

    asking(ModelServer(then=DOWN), use)
