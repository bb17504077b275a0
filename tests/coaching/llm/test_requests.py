"""Requests to the Messages API: their shape and their cache marks."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from coaching.llm import wire
from coaching.llm.port import ChatMessage, ToolSpec
from coaching.llm.roles import role_plans
from coaching.values.enums import Role
from coaching.values.observation import Observation
from coaching.values.prompt import SystemPromptBlock
from coaching.values.strategy import StrategistOutput
from tests.support.api_rules import problems_in
from tests.support.model_asking import BRIEFING, CORE, SAVE_WIN, hear, request, says, with_claude
from tests.support.model_events import reply
from tests.support.model_server import ModelServer, canned, streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings

MARK = {"type": "ephemeral", "ttl": "1h"}
SAVE_CARD = replace(SAVE_WIN, name="save_card")
TOOL_TURN = (
    says("I opened one"),
    ChatMessage(
        "assistant",
        (
            {"type": "thinking", "thinking": "", "signature": "s"},
            {"type": "tool_use", "id": "t1", "name": "save_win", "input": {}},
        ),
    ),
    ChatMessage("user", ({"type": "tool_result", "tool_use_id": "t1", "content": "kept"},)),
)


def sent(*messages: ChatMessage, role: Role = Role.COACH, **changes: Any) -> dict[str, Any]:
    """Return the body of a request as the server read it."""
    server = ModelServer(then=streams(reply("ok")))
    hear(server, request(role, *messages, **changes))
    return dict(server.bodies[0])


def marked(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the blocks that carry a mark, in the order the model reads them."""
    blocks = [*body.get("tools", []), *body["system"]]
    blocks += [block for message in body["messages"] for block in message["content"]]
    return [block for block in blocks if "cache_control" in block]


def test_the_coach_asks_for_a_quick_warm_reply() -> None:
    body = sent(user_hash="abc")

    assert (body["model"], body["max_tokens"]) == ("claude-sonnet-5-5", 4000)
    assert body["thinking"] == {"type": "between_tools"}
    assert body["output_config"] == {"effort": "medium"}
    assert body["metadata"] == {"user_id": "abc"}
    assert body["stream"] is True
    assert not {"temperature", "top_p", "top_k"} & set(body)


def test_the_key_travels_as_a_bearer_token() -> None:
    server = ModelServer([streams(reply("ok"))])
    hear(server)

    assert server.headers[0]["authorization"] == "Bearer key-of-a-test"


def test_core_briefing_and_the_last_block_are_marked_and_nothing_else() -> None:
    body = sent(says("one"), says("two", "assistant"), says("three"), tools=(SAVE_WIN,))

    assert [block.get("text") for block in marked(body)] == [CORE.text, BRIEFING.text, "three"]
    assert all(block["cache_control"] == MARK for block in marked(body))


def test_in_a_tool_turn_the_result_is_marked() -> None:
    body = sent(*TOOL_TURN, tools=(SAVE_WIN,))

    assert marked(body)[-1]["type"] == "tool_result"
    assert marked(body)[-1]["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
    assert problems_in(body) == []


def test_a_block_that_cannot_be_marked_leaves_the_mark_to_the_one_before() -> None:
    last = ChatMessage("user", ({"type": "text", "text": "hi"}, {"type": "text", "text": "  "}))

    assert [block["text"] for block in marked(sent(last))][-1] == "hi"


def test_a_fifth_mark_is_refused_before_it_is_sent() -> None:
    four = tuple(SystemPromptBlock(f"block {n}") for n in range(4))

    with pytest.raises(ValueError, match="at most 4"):
        hear(ModelServer(), request(system=four))


def test_a_reply_cannot_be_put_into_the_models_mouth() -> None:
    with pytest.raises(ValueError, match="user's side"):
        hear(ModelServer(), request(Role.COACH, says("hi"), says("Well,", "assistant")))


def test_messages_without_words_are_left_out() -> None:
    body = sent(says("one"), says("\n", "assistant"), says("two"))

    assert [m["content"][0]["text"] for m in body["messages"]] == ["one", "two"]


def test_tools_are_strict_and_in_the_same_order_whoever_lists_them() -> None:
    body = sent(tools=(SAVE_WIN, SAVE_CARD))

    assert body["tools"] == sent(tools=(SAVE_CARD, SAVE_WIN))["tools"]
    assert [tool["name"] for tool in body["tools"]] == ["save_card", "save_win"]
    assert all(tool["strict"] for tool in body["tools"])
    assert body["tools"][0]["input_schema"]["additionalProperties"] is False


def test_the_last_step_keeps_its_tools_and_may_not_call_them() -> None:
    body = sent(tools=(SAVE_WIN,), tools_off=True)

    assert [tool["name"] for tool in body["tools"]] == ["save_win"]
    assert body["tool_choice"] == {"type": "none"}


def test_the_same_request_makes_the_same_bytes() -> None:
    assert json.dumps(sent(*TOOL_TURN)) == json.dumps(sent(*TOOL_TURN))


@pytest.mark.parametrize("model", ["claude-sonnet-5-5", "claude-opus-5-5", "claude-sonnet-5"])
@pytest.mark.parametrize("role", list(Role))
def test_every_model_gets_parameters_that_it_accepts(
    role: Role, model: str, make_settings: Callable[..., Settings]
) -> None:
    settings = make_settings(coach_model=model, observer_model=model, strategist_model=model)
    plan = role_plans(settings)[role]

    bodies = [wire.body_of(request(role), plan, choice) for choice in plan.choices]

    assert plan.choices[0].model == model
    assert [problems_in(body) for body in bodies] == [[]] * len(bodies)


def test_an_unknown_model_from_the_settings_keeps_its_own_way_of_thinking(
    make_settings: Callable[..., Settings],
) -> None:
    plan = role_plans(make_settings(coach_model="claude-next"))[Role.COACH]

    body = wire.body_of(request(), plan, plan.choices[0])

    assert body["model"] == "claude-next"
    assert "thinking" not in body


def test_the_observer_follows_a_rubric_without_thinking_and_without_a_stream() -> None:
    server = ModelServer(then=canned(["unused"]))
    with_claude(server, lambda llm: llm.parse(request(Role.OBSERVER), Observation))

    (body,) = server.bodies
    assert (body["model"], body["thinking"]) == ("claude-haiku-5-5", {"type": "disabled"})
    assert body["output_config"]["effort"] == "low"
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert "stream" not in body
    assert "cache_control" not in body["messages"][-1]["content"][-1]


def test_the_strategist_thinks_and_streams() -> None:
    server = ModelServer(then=canned(["unused"]))
    with_claude(server, lambda llm: llm.parse(request(Role.STRATEGIST), StrategistOutput))

    (body,) = server.bodies
    assert (body["model"], body["thinking"]) == ("claude-sonnet-5-5", {"type": "adaptive"})
    assert (body["output_config"]["effort"], body["stream"]) == ("medium", True)


def test_tool_inputs_keep_their_optional_fields_optional() -> None:
    tool = ToolSpec(
        "save_card",
        "Keep a card.",
        {
            "type": "object",
            "description": "for us",
            "properties": {
                "title": {"type": "string", "maxLength": 80, "description": "Six words."},
                "quote": {"type": "string", "default": ""},
            },
            "required": ["title"],
        },
    )

    schema = sent(tools=(tool,))["tools"][0]["input_schema"]

    assert schema == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "Six words. At most 80 characters."},
            "quote": {"type": "string"},
        },
        "required": ["title"],
        "additionalProperties": False,
    }
