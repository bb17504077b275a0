from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents.app_calls import CALL_ID
from coaching.agents.failed_calls import Failed, told_of
from coaching.errors import ToolFailed
from coaching.llm.port import ToolCall
from coaching.llm.scripted import ScriptedLLM, calls, says
from coaching.tools import COACH_TOOLS, GOAL_TOOLS, MONEY, LookupTool
from coaching.tools.web_search import WebSearch, web_search
from coaching.tools.wikipedia_search import WikipediaSearch, wikipedia_search
from coaching.values.context import PastMessage
from tests.support import turn_runs
from tests.support.tool_loops import Limits, Shelf, loop_of
from tests.support.turn_runs import AT, MemoryJournal

if TYPE_CHECKING:
    from coaching.clock import FrozenClock

NOWHERE: Any = None
LOOKUPS = (
    LookupTool(wikipedia_search, WikipediaSearch, place=NOWHERE),
    LookupTool(web_search, WebSearch, place=NOWHERE),
)
TOOLS = {tool.name: tool for tool in (*COACH_TOOLS, *GOAL_TOOLS, *MONEY, *LOOKUPS)}


def lines(
    text: str,
    *failed: str,
    worked: tuple[tuple[int, str], ...] = (),
    before: str = "",
    call_id: str = "",
) -> list[str]:
    """Return the failed tools that the person sees; each is called in the first step."""
    past = (PastMessage("coach", before, AT),) if before else ()
    turn = turn_runs.turn_run(MemoryJournal(), text=text, past=past)
    calls_ = [
        Failed(1, ToolCall(call_id or f"c{nth}", name, {}), TOOLS[name])
        for nth, name in enumerate(failed)
    ]
    return [one.tool.name for one in told_of(turn, calls_, worked)]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("Please save this as a card", "save_card"),
        ("Make a card of it", "save_card"),
        ("Guárdalo como tarjeta", "save_card"),
        ("Remember that I hate phone calls", "remember"),
        ("You can mark the letter as done", "mark_done"),
        ("Forget what I said about my sister", "forget"),
        ("Olvida lo de mi hermana", "forget"),
        ("Remind me on Friday", "schedule_reminder"),
        ("Recuérdame el viernes", "schedule_reminder"),
        ("What is compound interest?", "wikipedia_search"),
        ("Look it up for me", "web_search"),
        ("¿Tienes un ejercicio?", "offer_practice"),
    ],
)
def test_what_they_asked_for_and_did_not_get_is_one_line(text: str, tool: str) -> None:
    assert lines(text, tool, tool) == [tool]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("I keep buying shoes when I feel low", "save_card"),
        ("I opened the letter today", "mark_done"),
        ("I want to save money this year", "save_win"),
        ("Please don't save that", "save_card"),
        ("I read the letter at last", "get_goals"),
        ("Hoy abrí la carta", "mark_done"),
        ("I forget everything lately", "forget"),
        ("What is compound interest?", "remember"),
    ],
)
def test_what_nobody_asked_for_is_not_shown(text: str, tool: str) -> None:
    assert lines(text, tool) == []


def test_a_yes_asks_for_what_the_reply_before_offered() -> None:
    assert lines("yes please", "save_card", before="Shall I save it as a card?") == ["save_card"]
    assert lines("yes please", "save_card", before="Was it a long day?") == []


def test_a_second_try_that_works_is_the_only_thing_they_see() -> None:
    asked = "What is compound interest?"
    assert lines(asked, "wikipedia_search", worked=((2, "web_search"),)) == []
    assert lines("Save this as a card", "save_card", worked=((2, "save_card"),)) == []
    assert lines("Save this as a card", "save_card", worked=((2, "save_win"),)) == []
    assert lines(asked, "wikipedia_search", worked=((2, "remember"),)) == ["wikipedia_search"]


def test_another_call_of_the_same_step_makes_nothing_good() -> None:
    assert lines("Save this as a card", "save_card", worked=((1, "save_win"),)) == ["save_card"]


def test_what_the_app_called_itself_was_asked_for() -> None:
    assert lines("Spent 12 on lunch", "record_transaction", call_id=CALL_ID)


async def test_the_line_that_runs_is_removed_and_comes_back_after_the_reply(
    clock: FrozenClock,
) -> None:
    shelf = Shelf(error=ToolFailed("The list is full."))
    llm = ScriptedLLM([calls("save_win", text="one"), says("It didn't work.")])
    turn = turn_runs.turn_run(MemoryJournal(), text="Save this as a win: one")
    loop = loop_of(llm, clock, turn, shelf, Limits())

    told = [getattr(event, "state", getattr(event, "text", "")) async for event in loop.run()]

    assert (told[:2], told[-1]) == (["running", "dropped"], "failed")
    assert "".join(told[2:-1]) == "It didn't work."
