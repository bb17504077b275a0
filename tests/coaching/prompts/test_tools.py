"""The prompt and the tools agree (D26), and together they stay small."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from coaching.agents.kinds import KINDS
from coaching.clock import SystemClock
from coaching.llm import wire
from coaching.llm.port import Request
from coaching.llm.prices import estimated
from coaching.llm.roles import role_plans
from coaching.prompts import core_block
from coaching.tools import COACH_TOOLS
from coaching.values.chat import said_by_user
from coaching.values.enums import Role
from coaching.web import Lookups
from tests.support.api_rules import problems_in
from tests.support.outside import every_tool
from tests.support.situations import SITUATIONS

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from coaching.settings import Settings
    from coaching.tools import Tool

FEWEST_TOKENS_THAT_ARE_CACHED = 512
MOST_TOKENS = 4000


@pytest.fixture
def body(settings: Settings) -> dict[str, Any]:
    return body_with(every_tool(), settings)


def body_with(given: tuple[Tool, ...], settings: Settings) -> dict[str, Any]:
    context = SITUATIONS["new_user"].coach
    tools = tuple(tool.spec for tool in given)
    messages = (said_by_user(context.message),)
    request = Request(Role.COACH, (core_block(),), messages, context, tools=tools)
    plan = role_plans(settings)[Role.COACH]
    return wire.body_of(request, plan, plan.choices[0])


def test_the_tools_as_the_coach_sees_them(body: dict[str, Any], page: SnapshotAssertion) -> None:
    assert f"```json\n{json.dumps(body['tools'], indent=2)}\n```\n" == page


def test_every_tool_that_is_named_is_given() -> None:
    named = set(re.findall(r"`([a-z_]+)`", core_block().text))

    missing = named - {tool.name for tool in COACH_TOOLS}
    assert not missing, f"named in coaching/prompts/coach and not given: {sorted(missing)}"


def test_core_and_tools_are_large_enough_to_cache_and_small_enough_to_read(
    body: dict[str, Any],
) -> None:
    tokens = estimated(len(json.dumps(body["tools"])) + len(core_block().text))

    assert FEWEST_TOKENS_THAT_ARE_CACHED <= tokens <= MOST_TOKENS


def test_the_service_accepts_the_tools(body: dict[str, Any]) -> None:
    assert problems_in(body) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_service_accepts_the_tools_of_each_kind_with_everything_that_can_be_looked_up(
    kind: str, settings: Settings
) -> None:
    chosen = settings.model_copy(
        update={"brave_search_api_key": SecretStr("a key for tests"), "read_pages": True}
    )
    tools = KINDS[kind].tools(Lookups.of(chosen, SystemClock()))

    assert {"web_search", "wikipedia_search", "fetch_url"} <= {tool.name for tool in tools}
    assert problems_in(body_with(tools, settings)) == []
