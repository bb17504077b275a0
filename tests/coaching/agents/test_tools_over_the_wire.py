"""The tool loop over the real SDK: what the service sends is what the loop lives with."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from coaching.agents.loop import Limits
from coaching.agents.tool_calls import LIMIT_REACHED, REPEATED, TOO_LONG
from coaching.clock import FrozenClock
from tests.support import virtual_time
from tests.support.model_events import end, reply, sse, start, tool_block
from tests.support.model_server import Body, ModelServer, Play, streams
from tests.support.model_talks import claude_at
from tests.support.tool_loops import Ran, Shelf, run

if TYPE_CHECKING:
    from tests.support.model_server import Answering

ANSWER = streams(reply("Here is what I have."))


def wants(*inputs: str, name: str = "save_win", step: int = 0) -> Play:
    """Return a reply that calls a tool once for each input."""
    blocks = [
        event
        for place, raw in enumerate(inputs)
        for event in tool_block(name, raw, index=place, call_id=f"toolu_{step}_{place}")
    ]
    return streams(sse(start(), *blocks, *end("tool_use")))


def ran(server: ModelServer, shelf: Shelf) -> Ran:
    """Run the loop on a clock that jumps, so that a tool may hang for its real time."""

    async def use() -> Ran:
        clock = FrozenClock(datetime(2026, 11, 20, 12, tzinfo=UTC))
        llm = claude_at(server, clock)
        try:
            return await run(llm, clock, shelf=shelf)
        finally:
            await llm.close()

    return virtual_time.run(use())


def told(body: Body) -> list[dict[str, Any]]:
    """Return the results that a request ends with."""
    return [block for block in body["messages"][-1]["content"] if block["type"] == "tool_result"]


def served(*plays: Answering) -> ModelServer:
    return ModelServer([*plays, ANSWER])


def test_six_tools_in_one_reply_are_answered_in_one_message() -> None:
    server, shelf = served(wants(*(f'{{"text": "note {n}"}}' for n in range(6)))), Shelf()
    assert ran(server, shelf).text == "Here is what I have."
    assert [one["tool_use_id"] for one in told(server.bodies[1])] == [
        f"toolu_0_{n}" for n in range(6)
    ]
    assert len(shelf.kept) == 6


def test_the_same_call_three_times_has_one_effect() -> None:
    again = [wants('{"text": "one"}', step=step) for step in range(3)]
    server, shelf = served(*again), Shelf()
    assert ran(server, shelf).text == "Here is what I have."
    assert shelf.kept == ["one"]
    for body in server.bodies[2:]:
        assert REPEATED in told(body)[0]["content"]


def test_an_unknown_tool_and_a_wrong_input_are_answered_as_errors() -> None:
    server, shelf = served(wants("{}", name="send_money"), wants('{"text": 5}', step=1)), Shelf()
    assert ran(server, shelf).text == "Here is what I have."
    assert shelf.kept == []
    assert all(told(body)[0]["is_error"] for body in server.bodies[1:])


def test_a_tool_that_takes_half_a_minute_is_given_up_before() -> None:
    server = served(wants('{"text": "one"}'))
    assert Limits().tool_seconds < 30
    assert ran(server, Shelf(hangs=True)).text == "Here is what I have."
    assert TOO_LONG in told(server.bodies[1])[0]["content"]


def test_a_model_that_calls_for_ever_is_asked_ten_times_and_answers_last() -> None:
    def another(body: Body) -> Play:
        if body.get("tool_choice", {}).get("type") == "none":
            return ANSWER
        step = len(body["messages"])
        return wants(f'{{"text": "note {step}"}}', step=step)

    server, shelf = ModelServer(then=another), Shelf()
    heard = ran(server, shelf)
    assert (len(server.bodies), len(shelf.kept)) == (10, 7)
    assert LIMIT_REACHED in told(server.bodies[-1])[0]["content"]
    assert heard.text == "Here is what I have."
