"""What was sent stays as it was: the cache reads it at a twentieth of the price."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from coaching.llm.port import ChatMessage, TextDelta, ToolCall
from tests.support.model_asking import SAVE_WIN, request, says, with_claude
from tests.support.model_events import end, reply, sse, start, tool_block
from tests.support.model_server import ModelServer, streams
from tests.support.prefix import read_by_the_model, shares_prefix

if TYPE_CHECKING:
    from coaching.llm.anthropic_llm import AnthropicLLM

TURNS = 30
TOOL_TURNS = {5, 17}
STOPPED_TURN = 9
CALL = streams(sse(start(), *tool_block("save_win", '{"text": "a"}'), *end("tool_use")))


async def talk(llm: AnthropicLLM) -> None:
    """Thirty turns: two with a tool, one that is stopped after its first words."""
    history: list[ChatMessage] = []
    for turn in range(TURNS):
        history.append(says(f"message {turn}"))
        said = await answered(llm, history, stop=turn == STOPPED_TURN)
        history.append(says(said, "assistant"))


async def answered(llm: AnthropicLLM, history: list[ChatMessage], *, stop: bool) -> str:
    """Ask step by step until the reply has no tool call; return its text."""
    messages, said = [*history], ""
    while True:
        events = [e async for e in llm.stream(request(messages=tuple(messages), tools=(SAVE_WIN,)))]
        texts = [event.text for event in events if isinstance(event, TextDelta)]
        said += "".join(texts[:1] if stop else texts)
        calls = [event for event in events if isinstance(event, ToolCall)]
        if not calls:
            return said
        results = tuple(
            {"type": "tool_result", "tool_use_id": call.call_id, "content": "kept"}
            for call in calls
        )
        content = events[-1].content  # pyrefly: ignore[missing-attribute]
        messages += [ChatMessage("assistant", content), ChatMessage("user", results)]


def conversation() -> list[list[dict[str, Any]]]:
    """Return the requests of thirty turns, grouped by turn, first step first."""
    plays = []
    for turn in range(TURNS):
        plays += [CALL] if turn in TOOL_TURNS else []
        plays.append(streams(reply(f"reply {turn}, ", "the rest")))
    server = ModelServer(plays)
    with_claude(server, talk)
    turns: list[list[dict[str, Any]]] = []
    for body in server.bodies:
        is_first_step = body["messages"][-1]["content"][0]["type"] == "text"
        turns = [*turns, []] if is_first_step else turns
        turns[-1].append(dict(body))
    return turns


def test_the_next_turn_begins_with_what_this_one_sent() -> None:
    turns = conversation()

    assert len(turns) == TURNS
    for this, following in pairwise(turns):
        assert shares_prefix(this[0], following[0])


def test_inside_a_turn_each_step_only_appends() -> None:
    steps = [turn for turn in conversation() if len(turn) > 1]

    assert len(steps) == len(TOOL_TURNS)
    for first, second in steps:
        assert read_by_the_model(second).startswith(read_by_the_model(first))


def test_a_changed_word_in_the_history_is_noticed() -> None:
    first, second = (turn[0] for turn in conversation()[:2])
    second["messages"][0]["content"][0]["text"] += "!"

    assert not shares_prefix(first, second)
