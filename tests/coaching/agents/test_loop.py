from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from coaching.agents.loop import Limits
from coaching.errors import LLMCut, LLMUnavailable
from coaching.llm.port import TextDelta
from coaching.llm.scripted import ScriptedLLM, calls, fails, says, thinks, together
from coaching.values.events import ThinkingStep, ToolProgress
from tests.support import turn_runs
from tests.support.tool_loops import Shelf, loop_of, results, run
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from coaching.clock import FrozenClock


async def test_a_plain_reply_is_one_request(clock: FrozenClock) -> None:
    llm = ScriptedLLM([says("That took ", "courage.")])

    ran = await run(llm, clock)

    assert ran.text == ran.loop.said == "That took courage."
    assert len(llm.requests) == 1
    assert ran.journal.steps == ()


async def test_a_tool_runs_and_its_result_goes_back_verbatim(clock: FrozenClock) -> None:
    llm = ScriptedLLM([together(says("One moment."), calls("save_win", text="one")), says("Kept.")])
    shelf = Shelf()

    ran = await run(llm, clock, shelf=shelf)

    assert shelf.kept == ["one"]
    assert ran.text == "One moment.\n\nKept."
    assert ran.progress == [("save_win", "running"), ("save_win", "done")]
    first, second = llm.requests
    assert second.messages[: len(first.messages)] == first.messages
    assistant, user = second.messages[-2:]
    assert (assistant.role, user.role) == ("assistant", "user")
    assert assistant.content == ran.journal.steps[0].content
    (result,) = results(second)
    assert result["tool_use_id"] == ran.journal.steps[0].calls[0].call_id
    assert "is_error" not in result


async def test_all_calls_of_a_reply_are_answered_in_one_message(clock: FrozenClock) -> None:
    six = together(*(calls("save_win", text=f"note {n}") for n in range(6)))
    llm = ScriptedLLM([six, says("Kept, all six.")])
    shelf = Shelf()

    await run(llm, clock, shelf=shelf)

    assert sorted(shelf.kept) == [f"note {n}" for n in range(6)]
    ids = [result["tool_use_id"] for result in results(llm.requests[1])]
    assert ids == [f"call_1_{n}" for n in range(1, 7)]


async def test_results_are_told_to_the_offline_coach_too(clock: FrozenClock) -> None:
    llm = ScriptedLLM([calls("save_win", text="one"), says("Kept.")])

    await run(llm, clock)

    context = llm.requests[1].context
    assert getattr(context, "tool_results") == (  # noqa: B009 - one of three kinds of context
        ("save_win", f'{{"for": "{turn_runs.OWNER}", "kept": "one"}}', False),
    )


async def test_an_empty_reply_is_asked_for_once_more_in_other_words(clock: FrozenClock) -> None:
    llm = ScriptedLLM([says(), says("Here I am.")])

    ran = await run(llm, clock)

    assert ran.text == "Here I am."
    assert llm.requests[1].messages[: len(llm.requests[0].messages)] == llm.requests[0].messages
    assert llm.requests[1].messages != llm.requests[0].messages


async def test_a_reply_of_white_space_is_empty(clock: FrozenClock) -> None:
    llm = ScriptedLLM([says(" \n"), says("  ")])

    ran = await run(llm, clock)

    assert ran.loop.said.strip() == ""
    assert len(llm.requests) == 2


async def test_a_pause_of_the_service_goes_on(clock: FrozenClock) -> None:
    llm = ScriptedLLM([says("I looked", stop_reason="pause_turn"), says("it up.")])

    ran = await run(llm, clock)

    assert ran.text == "I looked\n\nit up."
    assert llm.requests[1].messages[-1].role == "assistant"


async def test_notes_are_shown_as_steps(clock: FrozenClock) -> None:
    llm = ScriptedLLM([together(thinks("Looking for the words"), says("Here."))])

    ran = await run(llm, clock)

    assert ran.events[0] == ThinkingStep(1, "Looking for the words")


async def test_a_stored_step_is_said_again_and_not_asked_for(clock: FrozenClock) -> None:
    journal, shelf = MemoryJournal(), Shelf()
    broken = ScriptedLLM(
        [together(says("One moment."), calls("save_win", text="one")), fails(LLMCut("cut"))]
    )
    turn = turn_runs.turn_run(journal)
    with pytest.raises(LLMCut):
        async for _ in loop_of(broken, clock, turn, shelf, Limits()).run():
            pass

    llm = ScriptedLLM([says("Kept.")])
    again = loop_of(llm, clock, turn, shelf, Limits())
    events = [event async for event in again.run()]

    assert shelf.kept == ["one"]
    assert again.said == "One moment.\n\nKept."
    assert [e.state for e in events if isinstance(e, ToolProgress)] == ["running", "done"]
    assert len(llm.requests) == 1
    assert llm.requests[0].messages == broken.requests[1].messages


async def test_each_call_leaves_its_costs(clock: FrozenClock) -> None:
    llm = ScriptedLLM([calls("save_win", text="one"), says("Kept.")])

    ran = await run(llm, clock)

    assert [row.outcome for row in ran.journal.costs] == ["done", "done"]
    assert {row.input_tokens for row in ran.journal.costs} == {100}


async def test_a_failed_call_leaves_its_costs_too(clock: FrozenClock) -> None:
    journal = MemoryJournal()
    llm = ScriptedLLM([fails(LLMUnavailable("away", kind="overloaded"), after="That")])

    with pytest.raises(LLMUnavailable):
        await run(llm, clock, journal=journal)

    assert [row.outcome for row in journal.costs] == ["overloaded"]


async def test_a_reply_that_is_stopped_leaves_an_estimate(clock: FrozenClock) -> None:
    journal = MemoryJournal()
    llm = ScriptedLLM([says("That took ", asyncio.Event().wait)])
    events = loop_of(llm, clock, turn_runs.turn_run(journal), Shelf(), Limits()).run()

    assert await anext(events) == TextDelta("That took ")
    await events.aclose()

    (row,) = journal.costs
    assert row.outcome == "stopped"
    assert row.output_tokens > 0
