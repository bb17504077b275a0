"""Faults before a stream begins: refused requests, rate limits, overload."""

from __future__ import annotations

import time
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest

from coaching.errors import LLMUnavailable
from coaching.llm.port import ChatMessage, facts_of
from coaching.values.enums import Role
from tests.support.model_asking import hear, request, says, waited, with_claude
from tests.support.model_events import reply
from tests.support.model_server import NO_SERVER, ModelServer, Play, fails, streams

if TYPE_CHECKING:
    from coaching.llm.anthropic_llm import AnthropicLLM

FINE = streams(reply("fine"))
BUSY = fails(529, "overloaded_error")


@pytest.mark.parametrize("retry_after", ["1", "-5", None])
def test_a_limit_that_passes_is_waited_out(retry_after: str | None) -> None:
    headers = {"retry_after": retry_after} if retry_after else {}
    server = ModelServer([fails(429, "rate_limit_error", **headers), FINE])

    assert hear(server).text == "fine"


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_nobody_waits_a_day_because_a_header_says_so(form: str) -> None:
    day = 86_400
    asked = str(day) if form == "seconds" else formatdate(time.time() + day, usegmt=True)
    server = ModelServer([fails(429, "rate_limit_error", retry_after=asked)])

    seconds, kind = waited(server)

    assert (kind, len(server.bodies)) == ("rate_limit", 1)
    assert seconds < 1


def test_several_short_waits_end_after_twenty_seconds() -> None:
    server = ModelServer([fails(429, "rate_limit_error", retry_after="12")] * 3)

    seconds, kind = waited(server)

    assert kind == "no_answer"
    assert seconds == pytest.approx(20, abs=0.5)


@pytest.mark.parametrize(
    ("play", "kind"),
    [
        (fails(400, "invalid_request_error"), "bad_request"),
        (fails(401, "authentication_error"), "authentication"),
        (fails(402, "billing_error"), "billing"),
        (fails(403, "permission_error"), "permission"),
        (fails(413, "request_too_large"), "too_long"),
        (fails(429, "rate_limit_error", code="enforced_spend_limit_reached"), "spend_limit"),
    ],
)
def test_what_cannot_help_is_not_tried_again(play: Play, kind: str) -> None:
    server = ModelServer([play])

    error = hear(server).error

    assert isinstance(error, LLMUnavailable)
    assert (error.kind, error.retryable, len(server.bodies)) == (kind, False, 1)
    assert kind not in error.say
    assert facts_of(error).request_id == "req_local"


@pytest.mark.parametrize("play", [fails(500), fails(502), fails(503), BUSY, NO_SERVER])
def test_a_short_weakness_of_the_service_is_not_seen(play: Play) -> None:
    assert hear(ModelServer([play, play, FINE])).text == "fine"


def test_a_service_that_stays_down_is_one_kind_error_after_three_tries() -> None:
    server = ModelServer([BUSY] * 3)

    error = hear(server).error

    assert isinstance(error, LLMUnavailable)
    assert (error.kind, error.retryable, len(server.bodies)) == ("overloaded", True, 3)


def test_a_model_that_is_gone_is_replaced_once_and_for_all() -> None:
    server = ModelServer([fails(404, "not_found_error"), FINE, FINE])

    async def twice(llm: AnthropicLLM) -> None:
        for _ in range(2):
            async for _ in llm.stream(request()):
                pass

    with_claude(server, twice)

    assert [body["model"] for body in server.bodies] == [
        "claude-sonnet-5-5",
        "claude-opus-5-5",
        "claude-opus-5-5",
    ]


def test_thinking_that_is_no_longer_accepted_is_left_out_once() -> None:
    thought = ChatMessage(
        "assistant",
        (
            {"type": "thinking", "thinking": "", "signature": "of an older core"},
            {"type": "tool_use", "id": "t1", "name": "save_win", "input": {}},
        ),
    )
    result = ChatMessage("user", ({"type": "tool_result", "tool_use_id": "t1", "content": "ok"},))
    refusal = fails(400, "invalid_request_error")
    server = ModelServer([refusal, FINE])

    heard = hear(server, request(Role.COACH, says("hi"), thought, result))

    assert heard.text == "fine"
    assert [len(body["messages"][1]["content"]) for body in server.bodies] == [2, 1]
    assert hear(ModelServer([refusal]), request()).error is not None


def test_when_no_model_is_left_the_fault_is_said() -> None:
    server = ModelServer([fails(404, "not_found_error")] * 3)

    error = hear(server).error

    assert isinstance(error, LLMUnavailable)
    assert (error.kind, len(server.bodies)) == ("no_such_model", 3)


def test_a_call_that_was_refused_at_the_door_cost_nothing() -> None:
    error = hear(ModelServer([BUSY] * 3)).error

    assert error is not None
    assert facts_of(error).usage.input_tokens == 0


def test_an_error_page_without_json_is_tried_again_like_any_other() -> None:
    page = Play((b"<html>",), status=502, headers={"content-type": "text/html"})

    assert hear(ModelServer([page, FINE])).text == "fine"
