"""Streams that break or are not in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import LLMCut, LLMUnavailable
from coaching.llm.port import facts_of
from tests.support.model_asking import hear
from tests.support.model_events import end, overloaded, sse, start, stored, text_block
from tests.support.model_server import Cut, ModelServer, Pause, answers, streams

if TYPE_CHECKING:
    from tests.support.model_events import Event

PING: Event = {"type": "ping"}


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


def test_an_event_that_never_ends_is_given_up() -> None:
    endless = streams(b"data: ", *[b"x" * 1_000_000] * 9)

    error = hear(ModelServer([endless])).error

    assert isinstance(error, LLMCut)
    assert error.kind == "bad_stream"


def test_once_a_reply_has_begun_nothing_is_asked_again() -> None:
    gone = {"type": "error", "error": {"type": "not_found_error", "message": "no"}}
    server = ModelServer([streams(sse(start(), *text_block("half")[:2], gone))])

    heard = hear(server)

    assert (heard.text, len(server.bodies)) == ("half", 1)
    assert isinstance(heard.error, LLMUnavailable)
