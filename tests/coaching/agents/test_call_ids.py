"""Calls of a turn are told apart, also those of a server that gives several the same id."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching.agents.call_ids import told_apart
from coaching.agents.turn_run import StoredStep
from coaching.llm.port import Done, ToolCall
from coaching.llm.scripted import ScriptedLLM, calls, says, together
from tests.support.tool_loops import Shelf, results, run

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.clock import FrozenClock
    from coaching.llm.port import Event, Request


class RepeatsIds(ScriptedLLM):
    """A local server that gives every call the same id, and writes names in capitals."""

    call_id = ""

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        async for event in super().stream(request):
            match event:
                case ToolCall():
                    yield replace(event, call_id=self.call_id, name=event.name.title())
                case Done():
                    yield replace(
                        event,
                        content=tuple(
                            {**block, "id": self.call_id} if block["type"] == "tool_use" else block
                            for block in event.content
                        ),
                    )
                case _:
                    yield event


@pytest.mark.parametrize("call_id", ["call_0", ""])
async def test_each_call_runs_and_is_answered_where_a_server_repeats_its_ids(
    clock: FrozenClock, call_id: str
) -> None:
    two = together(calls("save_win", text="one"), calls("save_win", text="two"))
    llm, shelf = RepeatsIds([two, calls("save_win", text="three"), says("Kept.")]), Shelf()
    llm.call_id = call_id

    ran = await run(llm, clock, shelf=shelf)

    assert sorted(shelf.kept) == ["one", "three", "two"]
    stored = [call for step in ran.journal.steps for call in step.calls]
    assert len({call.call_id for call in stored}) == 3
    assert {call.name for call in stored} == {"save_win"}
    asked = [
        block["id"]
        for step in ran.journal.steps
        for block in step.content
        if block["type"] == "tool_use"
    ]
    assert asked == [call.call_id for call in stored]
    answered = [
        result["tool_use_id"] for request in llm.requests[1:] for result in results(request)
    ]
    assert answered == asked


def test_ids_that_differ_stay_as_the_service_gave_them() -> None:
    block = {"type": "tool_use", "id": "b", "name": "save_win", "input": {}}
    earlier = [StoredStep((), (ToolCall("a", "save_win", {}),))]
    call = ToolCall("b", "save_win", {})

    assert told_apart([block], [call], earlier, ()) == ((block,), [call])
