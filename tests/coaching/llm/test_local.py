"""A local model is sent only what its server knows, and what it answers is checked here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from coaching.errors import StructureInvalid
from coaching.llm.local import ANSWER_IN_JSON, json_in
from coaching.llm.port import ChatMessage, Parsed
from coaching.llm.prices import cost_of
from coaching.llm.roles import role_plans
from coaching.values.enums import Role
from coaching.values.observation import Observation
from tests.support.local_server import (
    MODEL,
    SETTINGS,
    LocalServer,
    local_answer,
    local_call,
    local_reply,
)
from tests.support.model_asking import SAVE_WIN, hear, request, says, settings_of, with_claude

if TYPE_CHECKING:
    from coaching.llm.anthropic_llm import AnthropicLLM
    from coaching.llm.port import ContentBlock

NOTHING = json.dumps({"signals": [], "safety_level": "none"})
CALL: ContentBlock = {
    "type": "tool_use",
    "id": "c1",
    "name": "save_win",
    "input": {"text": "I opened it."},
}
THOUGHT: ContentBlock = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
RESULT: ContentBlock = {"type": "tool_result", "tool_use_id": "c1", "content": "{}"}
TOOL_TALK = (
    says("I opened it."),
    ChatMessage("assistant", (THOUGHT, CALL)),
    ChatMessage("user", (RESULT,)),
)


def observed(*answers: str) -> Parsed[Observation]:
    async def ask(llm: AnthropicLLM) -> Parsed[Observation]:
        return await llm.parse(request(Role.OBSERVER), Observation)

    return with_claude(LocalServer([*map(local_answer, answers)]), ask, **SETTINGS)


def test_a_reply_streams_and_costs_nothing() -> None:
    server = LocalServer([local_reply("Hello ", "there.")])

    found = hear(server, request(tools=(SAVE_WIN,)), **SETTINGS)

    assert found.error is None
    assert found.text == "Hello there."
    assert found.done.model == f"local/{MODEL}"
    assert cost_of(found.done.model, found.done.usage).micro_usd == 0
    (body,) = server.bodies
    assert body["system"] == "How to coach.\n\nWho this is."
    assert [tool["name"] for tool in body["tools"]] == ["save_win"]


def test_a_tool_is_called_and_its_result_goes_back_without_thinking() -> None:
    server = LocalServer([local_call("save_win", text="I opened it."), local_reply("Saved.")])

    first = hear(server, request(tools=(SAVE_WIN,)), **SETTINGS)
    then = hear(server, request(Role.COACH, *TOOL_TALK, tools=(SAVE_WIN,)), **SETTINGS)

    assert [(call.name, call.input) for call in first.calls] == [("save_win", CALL["input"])]
    assert then.text == "Saved."
    assert THOUGHT not in server.bodies[1]["messages"][1]["content"]


def test_where_no_tool_may_be_called_none_is_there() -> None:
    server = LocalServer([local_reply("So.")])

    hear(server, request(tools=(SAVE_WIN,), tools_off=True), **SETTINGS)

    assert "tools" not in server.bodies[0]


def test_the_oldest_messages_go_when_a_conversation_is_too_long() -> None:
    words = "I put forty aside on Friday and told nobody about it. " * 60
    long = [says(f"{n} {words}", "user" if n % 2 == 0 else "assistant") for n in range(30)]
    server = LocalServer([local_reply("Yes.")])

    hear(server, request(Role.COACH, *long, says("And now?")), **SETTINGS)

    sent = server.bodies[0]["messages"]
    assert sent[0]["role"] == "user"
    assert sent[-1]["content"][0]["text"] == "And now?"
    assert 1 < len(sent) < 20
    assert len(json.dumps(server.bodies[0])) < 16_000 * 2.7


def test_a_tool_s_result_is_never_sent_without_its_call() -> None:
    words = "I put forty aside on Friday and told nobody about it. " * 700
    server = LocalServer([local_reply("Yes.")])

    hear(server, request(Role.COACH, says(words), *TOOL_TALK, says("And?")), **SETTINGS)

    sent = json.dumps(server.bodies[0]["messages"])
    assert ("tool_use" in sent) is ("tool_result" in sent)
    assert "And?" in sent
    assert words not in sent


@pytest.mark.parametrize(
    "answer",
    [
        NOTHING,
        f"```json\n{NOTHING}\n```",
        f"Here it is:\n{NOTHING}\nI hope that helps.",
        '{"signals": [], "safety_level": "none",}',
    ],
)
def test_an_answer_with_words_around_its_json_is_read(answer: str) -> None:
    assert observed(answer).value.signals == []


@pytest.mark.parametrize("answer", ["I noticed nothing.", '{"signals": [', "{}", "[1]"])
def test_an_answer_that_is_no_json_or_another_is_refused(answer: str) -> None:
    with pytest.raises(StructureInvalid):
        observed(answer)


def test_a_schema_is_said_in_words() -> None:
    server = LocalServer([local_answer(NOTHING)])

    async def ask(llm: AnthropicLLM) -> Parsed[Observation]:
        return await llm.parse(request(Role.OBSERVER), Observation)

    with_claude(server, ask, **SETTINGS)

    assert ANSWER_IN_JSON in server.bodies[0]["system"]
    assert "safety_level" in server.bodies[0]["system"]


def test_nothing_is_made_up_for_what_is_cut_off() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        json_in('{"signals": [{"content": "names dr')


def test_each_role_asks_the_one_model_unless_another_is_named() -> None:
    plans = role_plans(settings_of(**SETTINGS, strategist_model="llama4:70b"))

    names = {role: plan.choices[0].model for role, plan in plans.items()}
    assert names == dict.fromkeys(Role, MODEL) | {Role.STRATEGIST: "llama4:70b"}
    assert all(plan.is_local and len(plan.choices) == 1 for plan in plans.values())


@pytest.mark.parametrize("missing", ["anthropic_base_url", "coach_model"])
def test_a_local_profile_says_what_it_needs(missing: str) -> None:
    with pytest.raises(ValidationError, match="needs ANTHROPIC_BASE_URL"):
        settings_of(**{name: value for name, value in SETTINGS.items() if name != missing})
