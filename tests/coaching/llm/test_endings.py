"""Replies that end in another way than with words."""

from __future__ import annotations

import pytest

from coaching.errors import LLMCut, LLMRefused
from tests.support.model_asking import hear
from tests.support.model_events import (
    end,
    reply,
    sse,
    start,
    stored,
    text_block,
    thinking_block,
    tool_block,
)
from tests.support.model_server import ModelServer, streams


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
def test_an_empty_reply_has_no_text(raw: bytes) -> None:
    assert not hear(ModelServer([streams(raw)])).done.text.strip()


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
