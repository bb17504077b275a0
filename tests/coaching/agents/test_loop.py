from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel, ConfigDict

from coaching.agents.loop import Limits, ToolLoop
from coaching.agents.tool_calls import LIMIT_REACHED, REPEATED, TOO_LONG
from coaching.errors import Conflict, InvalidInput, LLMCut, LLMUnavailable, ToolFailed
from coaching.llm.port import TextDelta
from coaching.llm.scripted import ScriptedLLM, always, calls, fails, says, thinks, together
from coaching.tools import Tool
from coaching.values.events import ThinkingStep, ToolProgress
from coaching.values.tools import ToolOutcome
from tests.support import turn_runs
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from coaching.agents.turn_run import CoachEvent, TurnRun
    from coaching.clock import FrozenClock
    from coaching.llm.port import Request
    from coaching.values.tools import ToolUse


class Note(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str


@dataclass
class Shelf:
    """A tool that keeps notes, and does to them what a test asks for."""

    error: Exception | None = None
    hangs: bool = False

    def __post_init__(self) -> None:
        self.kept: list[str] = []

    @property
    def tools(self) -> tuple[Tool, ...]:
        async def save_win(_s: object, use: ToolUse, args: Note) -> ToolOutcome:
            """Keep a note."""
            if self.hangs:
                await asyncio.Event().wait()
            if self.error is not None:
                raise self.error
            self.kept.append(args.text)
            return ToolOutcome({"kept": args.text, "for": str(use.owner)}, detail=args.text)

        return (Tool(save_win, Note),)


@dataclass
class Ran:
    """One run of the loop, over."""

    loop: ToolLoop
    events: list[CoachEvent]
    journal: MemoryJournal

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def progress(self) -> list[tuple[str, str]]:
        shown = (event for event in self.events if isinstance(event, ToolProgress))
        return [(event.name, event.state) for event in shown]


def loop_of(
    llm: ScriptedLLM, clock: FrozenClock, turn: TurnRun, shelf: Shelf, limits: Limits
) -> ToolLoop:
    return ToolLoop(
        llm,
        turn_runs.request(turn),
        turn,
        tools=shelf.tools,
        caller=turn_runs.caller(turn),
        clock=clock,
        limits=limits,
    )


async def run(
    llm: ScriptedLLM,
    clock: FrozenClock,
    *,
    shelf: Shelf | None = None,
    journal: MemoryJournal | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> Ran:
    kept = journal or MemoryJournal()
    loop = loop_of(llm, clock, turn_runs.turn_run(kept), shelf or Shelf(), limits)
    return Ran(loop, [event async for event in loop.run()], kept)


def results(request: Request) -> list[dict[str, Any]]:
    """Return the tool results at the end of a request."""
    return [dict(block) for block in request.messages[-1].content]


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
    assert ran.progress[-1] == ("save_win", "failed")


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


async def test_a_call_in_a_reply_that_was_cut_is_not_run(clock: FrozenClock) -> None:
    shelf = Shelf()
    cut = together(calls("save_win", text="one"), says("I wanted to", stop_reason="max_tokens"))

    ran = await run(ScriptedLLM([cut]), clock, shelf=shelf)

    assert shelf.kept == []
    assert ran.loop.done is not None
    assert ran.loop.done.stop_reason == "max_tokens"


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
