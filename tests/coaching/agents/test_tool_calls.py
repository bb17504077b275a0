from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents.loop import Limits
from coaching.agents.tool_calls import LIMIT_REACHED, REPEATED, TOO_LONG
from coaching.errors import Conflict, InvalidInput, ToolFailed
from coaching.llm.scripted import ScriptedLLM, always, calls, says, together
from tests.support import turn_runs
from tests.support.tool_loops import Shelf, results, run

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.llm.port import Request


async def test_a_name_in_other_letters_is_the_same_tool(clock: FrozenClock) -> None:
    shelf = Shelf()

    ran = await run(ScriptedLLM([calls("Save_Win", text="one"), says("Ok.")]), clock, shelf=shelf)

    assert shelf.kept == ["one"]
    assert ran.progress == [("save_win", "running"), ("save_win", "done")]


async def test_an_unknown_tool_is_answered_with_the_names_that_exist(clock: FrozenClock) -> None:
    llm = ScriptedLLM([calls("send_money", to="Dee"), says("I can't do that.")])

    ran = await run(llm, clock)

    (result,) = results(llm.requests[1])
    assert result["is_error"] is True
    assert "save_win" in result["content"]
    assert ran.progress == []
    assert ran.text == "I can't do that."


@pytest.mark.parametrize(
    "wrong", [{}, {"text": 5}, {"text": ["one"]}, {"text": "one", "user_id": "somebody"}]
)
async def test_a_wrong_input_is_answered_with_what_to_fix(
    clock: FrozenClock, wrong: dict[str, Any]
) -> None:
    shelf = Shelf()
    llm = ScriptedLLM([calls("save_win", **wrong), says("Sorry.")])

    await run(llm, clock, shelf=shelf)

    (result,) = results(llm.requests[1])
    assert result["is_error"] is True
    assert "save_win: " in result["content"]
    assert shelf.kept == []


async def test_the_same_call_again_has_no_second_effect(clock: FrozenClock) -> None:
    again = calls("save_win", text="one")
    llm = ScriptedLLM([together(again, again), again, says("It is kept.")])
    shelf = Shelf()

    await run(llm, clock, shelf=shelf)

    assert shelf.kept == ["one"]
    first, second = results(llm.requests[1])
    assert "is_error" not in first
    assert REPEATED in second["content"]
    assert REPEATED in results(llm.requests[2])[0]["content"]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (InvalidInput({"text": "is too long"}), "text: is too long"),
        (Conflict("x", say="That is gone."), "That is gone."),
        (ToolFailed("The list is full."), "The list is full."),
    ],
)
async def test_a_tool_that_cannot_says_why(clock: FrozenClock, error: Exception, told: str) -> None:
    llm = ScriptedLLM([calls("save_win", text="one"), says("It didn't work.")])

    ran = await run(llm, clock, shelf=Shelf(error=error))

    (result,) = results(llm.requests[1])
    assert result["is_error"] is True
    assert told in result["content"]
    assert ran.progress[-1] == ("save_win", "dropped")


async def test_a_tool_that_hangs_is_given_up(clock: FrozenClock) -> None:
    llm = ScriptedLLM([calls("save_win", text="one"), says("It didn't work.")])

    await run(llm, clock, shelf=Shelf(hangs=True), limits=Limits(tool_seconds=0.01))

    assert TOO_LONG in results(llm.requests[1])[0]["content"]


async def test_a_model_that_calls_for_ever_is_made_to_answer(clock: FrozenClock) -> None:
    shelf = Shelf()

    def another(request: Request) -> Any:
        if request.tools_off:
            return says("Here is what I have.")
        return calls("save_win", text=f"note {len(request.messages)}")

    llm = ScriptedLLM([another] * 10)
    ran = await run(llm, clock, shelf=shelf)

    assert len(llm.requests) == 10
    assert ran.text == "Here is what I have."
    assert len(shelf.kept) == 7
    assert [r.tools_off for r in llm.requests] == [False] * 9 + [True]
    assert LIMIT_REACHED in results(llm.requests[8])[0]["content"]
    assert LIMIT_REACHED in results(llm.requests[9])[0]["content"]


async def test_even_a_model_that_ignores_the_end_ends(clock: FrozenClock) -> None:
    llm = ScriptedLLM([always(calls("save_win", text="one"))])

    ran = await run(llm, clock)

    assert len(llm.requests) == 10
    assert ran.text == ""


async def test_a_turn_that_takes_too_long_runs_no_more_tools(clock: FrozenClock) -> None:
    shelf = Shelf()

    def late(_: Request) -> Any:
        clock.move(timedelta(minutes=4))
        return calls("save_win", text="two")

    llm = ScriptedLLM([calls("save_win", text="one"), late, says("That's all I could do.")])
    ran = await run(llm, clock, shelf=shelf)

    assert shelf.kept == ["one"]
    assert ran.text == "That's all I could do."


async def test_a_turn_may_take_longer_when_the_model_may(clock: FrozenClock) -> None:
    shelf = Shelf()

    def late(_: Request) -> Any:
        clock.move(timedelta(minutes=4))
        return calls("save_win", text="two")

    llm = ScriptedLLM([calls("save_win", text="one"), late, says("Saved.")])
    await run(llm, clock, shelf=shelf, limits=Limits(turn=3 * Limits().turn))

    assert shelf.kept == ["one", "two"]


async def test_a_call_in_a_reply_that_was_cut_is_not_run(clock: FrozenClock) -> None:
    shelf = Shelf()
    cut = together(calls("save_win", text="one"), says("I wanted to", stop_reason="max_tokens"))

    ran = await run(ScriptedLLM([cut]), clock, shelf=shelf)

    assert shelf.kept == []
    assert ran.loop.done is not None
    assert ran.loop.done.stop_reason == "max_tokens"


async def test_a_turn_that_has_cost_too_much_runs_no_more_tools(clock: FrozenClock) -> None:
    shelf, one_call = Shelf(), turn_runs.cost_of_a_scripted_call()
    llm = ScriptedLLM(
        [
            *(calls("save_win", text=f"note {n}") for n in range(3)),
            says("That's all I could do."),
        ]
    )

    ran = await run(llm, clock, shelf=shelf, limits=Limits(micro_usd=2 * one_call))

    assert shelf.kept == ["note 0", "note 1"]
    assert LIMIT_REACHED in results(llm.requests[3])[0]["content"]
    assert ran.text == "That's all I could do."
