from __future__ import annotations

import pytest

from coaching.llm.port import Done, TextDelta, ToolCall, Usage
from coaching.llm.sse import EventReader
from tests.support.model_asking import hear
from tests.support.model_events import (
    end,
    sse,
    start,
    stored,
    text_block,
    thinking_block,
    tool_block,
)
from tests.support.model_server import ModelServer, streams


def test_text_arrives_in_pieces_and_is_whole_at_the_end() -> None:
    heard = hear(ModelServer([streams(stored("text"))]))

    assert [e.text for e in heard.events if isinstance(e, TextDelta)] == [
        "A lift ",
        "going down. ",
        "That's exact.",
    ]
    assert heard.done.text == heard.text
    assert heard.done.stop_reason == "end_turn"
    assert heard.done.model == "claude-sonnet-5-5"
    assert heard.done.request_id == "req_local"


def test_usage_is_counted_by_kind() -> None:
    heard = hear(ModelServer([streams(stored("text"))]))

    assert heard.done.usage == Usage(
        input_tokens=12, output_tokens=17, cache_read_tokens=2500, cache_write_1h_tokens=300
    )


def test_a_tool_call_comes_with_its_whole_input_right_before_the_end() -> None:
    heard = hear(ModelServer([streams(stored("tool_call"))]))

    assert heard.text == "I'll keep that. "
    assert heard.events[-2:] == (
        ToolCall("toolu_1", "save_win", {"text": "I opened one"}),
        heard.done,
    )
    assert heard.done.stop_reason == "tool_use"


def test_tools_that_are_called_together_arrive_together_and_in_order() -> None:
    heard = hear(ModelServer([streams(stored("parallel_tools"))]))

    assert [(call.call_id, call.name) for call in heard.calls] == [
        ("toolu_a", "save_win"),
        ("toolu_b", "save_card"),
    ]


def test_thinking_goes_back_verbatim_and_shows_only_what_has_words() -> None:
    heard = hear(ModelServer([streams(stored("thinking"))]))

    assert heard.notes == ["Looking at what was saved."]
    assert heard.done.content == (
        {"type": "thinking", "thinking": "Looking at what was saved.", "signature": "c2lnbmVk"},
        {"type": "thinking", "thinking": "", "signature": "aGlkZGVu"},
        {"type": "redacted_thinking", "data": "b3BhcXVl"},
        {"type": "tool_use", "id": "toolu_1", "name": "save_win", "input": {}},
    )


def test_unknown_events_blocks_and_deltas_are_ignored() -> None:
    heard = hear(ModelServer([streams(stored("unknown"))]))

    assert heard.done.content == ({"type": "text", "text": "Here."},)


@pytest.mark.parametrize("name", ["text", "tool_call", "thinking"])
def test_a_chunk_may_end_at_every_byte(name: str) -> None:
    raw = stored(name)
    whole = list(EventReader().feed(raw))

    for cut in range(len(raw) + 1):
        reader = EventReader()
        assert [*reader.feed(raw[:cut]), *reader.feed(raw[cut:])] == whole


def test_lines_may_end_as_in_windows_and_data_may_span_lines() -> None:
    raw = b'event: ping\r\ndata: {"type":\r\ndata: "ping"}\r\n\r\n'

    assert list(EventReader().feed(raw)) == [{"type": "ping"}]


@pytest.mark.parametrize(
    "words", ["a family: 👨\u200d👩\u200d👧", "e\u0301 a\u2028b\x85c", "[link](https://x.org)"]
)
def test_text_is_the_source_wherever_the_stream_cuts_it(words: str) -> None:
    halves = words.encode("utf-16-le")
    units = [
        halves[i : i + 2].decode("utf-16-le", "surrogatepass") for i in range(0, len(halves), 2)
    ]

    heard = hear(ModelServer([streams(sse(start(), *text_block(*units), *end()))]))

    assert heard.text == heard.done.text == words


def test_half_a_character_without_its_other_half_can_still_be_stored() -> None:
    heard = hear(ModelServer([streams(sse(start(), *text_block("ok \ud83d"), *end()))]))

    assert heard.text == heard.done.text == "ok \ufffd"


def test_nul_characters_are_left_out() -> None:
    heard = hear(ModelServer([streams(sse(start(), *text_block("a\0b"), *end()))]))

    assert heard.text == heard.done.text == "ab"


def test_what_can_not_be_stored_leaves_the_input_of_a_tool_also_where_it_is_escaped() -> None:
    words = r'{"text": "a\u0000b \ud83d", "tags": ["x\u0000"], "of": {"n\u0000": 1}}'
    raw = sse(start(), *tool_block("save_win", words), *end("tool_use"))

    [call] = hear(ModelServer([streams(raw)])).calls

    assert call.input == {"text": "ab \ufffd", "tags": ["x"], "of": {"n": 1}}


def test_a_note_is_shown_before_the_text_that_follows_it() -> None:
    events = [*thinking_block("Let me see."), *text_block("Here.", index=1)]

    heard = hear(ModelServer([streams(sse(start(), *events, *end()))]))

    assert [type(event).__name__ for event in heard.events] == ["ThinkingNote", "TextDelta", "Done"]
    assert isinstance(heard.events[-1], Done)
