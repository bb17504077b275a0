"""Each row of reliability.md §1.1 and the tests AP-01 to AP-09, over the real SDK."""

from __future__ import annotations

import asyncio
import time
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest

from coaching.errors import LLMCut, LLMRefused, LLMTimeout, LLMUnavailable
from coaching.llm.port import facts_of
from tests.support.model_asking import hear, request, with_claude
from tests.support.model_events import (
    end,
    overloaded,
    reply,
    sse,
    start,
    stored,
    text_block,
    thinking_block,
    tool_block,
)
from tests.support.model_server import (
    NO_SERVER,
    SILENCE,
    Cut,
    ModelServer,
    Pause,
    Play,
    answers,
    fails,
    streams,
)

if TYPE_CHECKING:
    from coaching.llm.anthropic_llm import AnthropicLLM
    from tests.support.model_events import Event

FINE = streams(reply("fine"))
BUSY = fails(529, "overloaded_error")
PING: Event = {"type": "ping"}


def waited(server: ModelServer) -> tuple[float, str]:
    """Return how long a fault took on the loop's clock, and its kind."""

    async def ask(llm: AnthropicLLM) -> tuple[float, str]:
        now = asyncio.get_running_loop().time
        began = now()
        with pytest.raises((LLMUnavailable, LLMTimeout)) as raised:
            async for _ in llm.stream(request()):
                pass
        return now() - began, raised.value.kind

    return with_claude(server, ask)


# AP-01, AP-02, AP-03: before a stream begins


@pytest.mark.parametrize("retry_after", ["1", "-5", None])
def test_a_limit_that_passes_is_waited_out(retry_after: str | None) -> None:
    headers = {"retry_after": retry_after} if retry_after else {}
    server = ModelServer([fails(429, "rate_limit_error", **headers), FINE])

    assert hear(server).text == "fine"


@pytest.mark.parametrize("retry_after", ["86400", formatdate(time.time() + 86400, usegmt=True)])
def test_nobody_waits_a_day_because_a_header_says_so(retry_after: str) -> None:
    server = ModelServer([fails(429, "rate_limit_error", retry_after=retry_after)])

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


def test_when_no_model_is_left_the_fault_is_said() -> None:
    server = ModelServer([fails(404, "not_found_error")] * 3)

    error = hear(server).error

    assert isinstance(error, LLMUnavailable)
    assert (error.kind, len(server.bodies)) == ("no_such_model", 3)


# AP-04, AP-05: a stream that breaks


@pytest.mark.parametrize("characters", [10, 500, 5000])
def test_an_overload_in_mid_stream_keeps_what_was_said_and_asks_no_second_time(
    characters: int,
) -> None:
    said = "x" * characters
    server = ModelServer([streams(sse(start(), *text_block(said)[:2], overloaded()))])

    heard = hear(server)

    assert heard.text == said
    assert isinstance(heard.error, LLMUnavailable)
    assert (heard.error.kind, heard.error.retryable) == ("overloaded", True)
    assert len(server.bodies) == 1


EVENTS = [start(), PING, *text_block("You opened it. ", "And?"), *end()]


@pytest.mark.parametrize("cut", [Cut(), Pause(0)], ids=["broken off", "ended cleanly"])
@pytest.mark.parametrize("after", range(len(EVENTS)), ids=[event["type"] for event in EVENTS])
def test_a_cut_stream_is_never_a_success(after: int, cut: Cut | Pause) -> None:
    heard = hear(ModelServer([streams(sse(*EVENTS[:after]), cut)]))

    assert isinstance(heard.error, LLMCut)
    assert heard.error.retryable
    assert not [event for event in heard.events if type(event).__name__ == "Done"]


def test_a_stop_reason_that_never_came_is_a_cut_too() -> None:
    heard = hear(ModelServer([streams(sse(start(), *text_block("half"), *end(None)))]))

    assert isinstance(heard.error, LLMCut)
    assert heard.text == "half"


def test_what_a_cut_stream_cost_is_guessed_from_what_came() -> None:
    error = hear(ModelServer([streams(stored("no_stop_reason"))])).error

    assert error is not None
    usage = facts_of(error).usage
    assert (usage.known, usage.cache_read_tokens, usage.output_tokens) == (False, 2500, 7)


def test_a_call_that_was_refused_at_the_door_cost_nothing() -> None:
    error = hear(ModelServer([BUSY] * 3)).error

    assert error is not None
    assert facts_of(error).usage.input_tokens == 0


# AP-06: silence


@pytest.mark.parametrize(
    ("play", "kind", "seconds"),
    [
        (SILENCE, "no_answer", 20),
        (streams(sse(start()), Pause(90), reply("late")), "timeout_first_token", 30),
        (
            streams(*[part for _ in range(60) for part in (sse(PING), Pause(1))]),
            "timeout_first_token",
            30,
        ),
        (streams(sse(start(), *text_block("one")[:2]), Pause(90)), "timeout_gap", 20),
        (
            streams(
                sse(start(), *text_block()[:1]),
                *[part for _ in range(60) for part in (sse(text_block(".")[1]), Pause(10))],
            ),
            "timeout_total",
            120,
        ),
    ],
    ids=["no head", "first token", "only pings", "gap", "drip"],
)
def test_silence_ends(play: Play, kind: str, seconds: float) -> None:
    assert waited(ModelServer([play])) == (pytest.approx(seconds, abs=0.5), kind)


def test_pings_are_no_sign_of_life_after_the_first_token() -> None:
    pings = [part for _ in range(60) for part in (sse(PING), Pause(1))]
    server = ModelServer([streams(sse(start(), *text_block("one")[:2]), *pings)])

    assert waited(server) == (pytest.approx(20, abs=0.5), "timeout_gap")


def test_a_slow_reply_within_the_limits_is_a_reply() -> None:
    slow = [part for _ in range(9) for part in (Pause(12), sse(text_block(".")[1]))]
    pieces = (sse(start(), text_block()[0]), *slow, sse(text_block()[-1], *end()))

    assert hear(ModelServer([streams(*pieces)])).done.text == "." * 9


# AP-07: streams that are not in order


@pytest.mark.parametrize(
    "raw",
    [
        b'event: x\ndata: {"type": "mess\n\n',
        b"event: x\ndata: [1, 2]\n\n",
        sse(start(), start()),
        sse(start(), text_block("early")[1]),
        sse(start(), text_block()[-1]),
        sse(start(), text_block()[0], text_block()[0]),
        sse(start(), *text_block("open")[:-1], *end()),
        sse(start(), {"type": "content_block_start", "content_block": {"type": "text"}}),
        sse(start(), *text_block("?"), *end("a new reason")),
        sse(start(), *text_block("?"), *end("tool_use")),
    ],
)
def test_a_stream_out_of_order_fails_cleanly(raw: bytes) -> None:
    error = hear(ModelServer([streams(raw)])).error

    assert isinstance(error, LLMCut)
    assert error.kind == "bad_stream"


def test_a_page_instead_of_a_stream_is_no_reply() -> None:
    page = answers(b"<html>", **{"content-type": "text/html"})

    error = hear(ModelServer([page])).error

    assert isinstance(error, LLMUnavailable)
    assert error.kind == "not_the_api"


# AP-08: nothing to show


@pytest.mark.parametrize(
    "raw",
    [
        stored("empty"),
        sse(start(), *text_block(" \n"), *end()),
        sse(start(), *text_block(), *end()),
        sse(start(), *thinking_block("What to say?"), *end()),
    ],
    ids=["no content", "whitespace", "empty text", "only thinking"],
)
def test_an_empty_reply_says_that_it_is_empty(raw: bytes) -> None:
    assert hear(ModelServer([streams(raw)])).done.is_empty


def test_a_reply_of_a_tool_call_only_is_not_empty() -> None:
    assert not hear(ModelServer([streams(stored("parallel_tools"))])).done.is_empty


# AP-09: other endings


def test_a_refusal_is_an_error_that_asking_again_does_not_help() -> None:
    error = hear(ModelServer([streams(stored("refusal"))])).error

    assert isinstance(error, LLMRefused)
    assert not error.retryable
    assert "reasoning_extraction" in str(error)


def test_a_text_that_was_too_long_says_so() -> None:
    heard = hear(ModelServer([streams(reply("and then", stop_reason="max_tokens"))]))

    assert (heard.done.stop_reason, heard.done.text) == ("max_tokens", "and then")


def test_a_tool_call_that_was_cut_short_is_never_run() -> None:
    heard = hear(ModelServer([streams(stored("max_tokens_in_tool"))]))

    assert heard.calls == []
    assert (heard.done.stop_reason, heard.done.text) == ("max_tokens", "Kept: ")


@pytest.mark.parametrize("stop_reason", ["end_turn", "max_tokens", "pause_turn"])
def test_only_a_tool_turn_runs_tools(stop_reason: str) -> None:
    events = [*text_block("Kept."), *tool_block("save_win", '{"text": "a"}', index=1)]

    heard = hear(ModelServer([streams(sse(start(), *events, *end(stop_reason)))]))

    assert heard.calls == []
    assert heard.done.content == ({"type": "text", "text": "Kept."},)


@pytest.mark.parametrize("text", ['{"text": "a', '{"text": NaN}', '["a"]', '{"text": "a"} {}'])
def test_a_tool_input_that_is_not_one_json_object_is_no_call(text: str) -> None:
    raw = sse(start(), *tool_block("save_win", text), *end("tool_use"))

    heard = hear(ModelServer([streams(raw)]))

    assert isinstance(heard.error, LLMCut)
    assert heard.calls == []


def test_a_conversation_that_no_longer_fits_says_so() -> None:
    raw = reply("and", stop_reason="model_context_window_exceeded")

    error = hear(ModelServer([streams(raw)])).error

    assert isinstance(error, LLMCut)
    assert error.kind == "context_full"
