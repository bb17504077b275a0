from __future__ import annotations

import asyncio

import pytest

from coaching.errors import LLMCut
from coaching.llm.port import Done, TextDelta, ThinkingNote, ToolCall
from coaching.llm.scripted import (
    ScriptBroken,
    ScriptedLLM,
    always,
    calls,
    fails,
    parses,
    says,
    thinks,
    together,
)
from coaching.values.enums import Role
from coaching.values.observation import Observation
from coaching.values.strategy import StrategistOutput
from tests.support.model_asking import request
from tests.support.model_samples import QUIET


async def test_it_says_and_calls_in_the_order_of_its_script() -> None:
    llm = ScriptedLLM([calls("save_win", text="I opened one"), says("Kept, ", "quietly.")])

    first = [event async for event in llm.stream(request())]
    second = [event async for event in llm.stream(request())]

    assert first[0] == ToolCall("call_1_1", "save_win", {"text": "I opened one"})
    assert second[:2] == [TextDelta("Kept, "), TextDelta("quietly.")]
    assert isinstance(second[-1], Done)
    assert second[-1].text == "Kept, quietly."
    llm.check()


async def test_one_reply_may_note_say_and_call_several_tools() -> None:
    step = together(thinks("Looking."), says("One moment. "), calls("a", n=1), calls("b", n=2))
    llm = ScriptedLLM([step])

    *events, done = [event async for event in llm.stream(request())]

    assert events == [
        ThinkingNote("Looking."),
        TextDelta("One moment. "),
        ToolCall("call_1_1", "a", {"n": 1}),
        ToolCall("call_1_2", "b", {"n": 2}),
    ]
    assert isinstance(done, Done)
    assert [block["type"] for block in done.content] == ["text", "tool_use", "tool_use"]
    assert done.stop_reason == "tool_use"


async def test_a_step_may_look_at_the_request_that_it_answers() -> None:
    llm = ScriptedLLM([lambda asked: says(f"{len(asked.messages)} message")])

    events = [event async for event in llm.stream(request())]

    assert events[0] == TextDelta("1 message")
    assert llm.requests[0].role is Role.COACH


async def test_it_waits_where_the_script_says_so() -> None:
    opened = asyncio.Event()
    stream = ScriptedLLM([says("one ", opened.wait, "two")]).stream(request())

    assert await anext(stream) == TextDelta("one ")
    following = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    assert not following.done()
    opened.set()
    assert await following == TextDelta("two")
    await stream.aclose()


async def test_it_fails_after_some_words() -> None:
    stream = ScriptedLLM([fails(LLMCut(), after="You opened")]).stream(request())

    assert await anext(stream) == TextDelta("You opened")
    with pytest.raises(LLMCut):
        await anext(stream)


async def test_each_role_has_its_own_script() -> None:
    llm = ScriptedLLM([says("hi")], observer=[always(parses(QUIET))])

    for _ in range(2):
        assert (await llm.parse(request(Role.OBSERVER), Observation)).value == QUIET
    _ = [event async for event in llm.stream(request())]
    llm.check()


@pytest.mark.usefixtures("loose_scripts")
async def test_a_call_that_nobody_expected_fails_at_once_and_again_at_the_end() -> None:
    llm = ScriptedLLM()

    with pytest.raises(ScriptBroken, match="no step is left"):
        await llm.parse(request(Role.OBSERVER), Observation)
    with pytest.raises(ScriptBroken, match="no step is left"):
        llm.check()


@pytest.mark.usefixtures("loose_scripts")
async def test_an_answer_of_another_kind_is_no_answer() -> None:
    llm = ScriptedLLM(strategist=[parses(QUIET)])

    with pytest.raises(ScriptBroken, match="StrategistOutput"):
        await llm.parse(request(Role.STRATEGIST), StrategistOutput)


async def test_a_structured_call_may_fail() -> None:
    llm = ScriptedLLM(observer=[fails(LLMCut())])

    with pytest.raises(LLMCut):
        await llm.parse(request(Role.OBSERVER), Observation)


@pytest.mark.usefixtures("loose_scripts")
def test_steps_that_were_never_played_are_noticed() -> None:
    with pytest.raises(ScriptBroken, match="never played"):
        ScriptedLLM([says("nobody asked")]).check()
