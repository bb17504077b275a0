"""Our request → the body of a Messages API call.

The order is tools → core → briefing → messages, and the same request makes the same bytes: that is
what the cache lives from. Marks stand behind the core (it covers the tools in front of it), behind
the briefing, and behind the last block of a conversation. A mark is not part of what is compared.
They last an hour, since people pause; behind the results of tools five minutes are enough, for only
the next step of the same turn reads them (docs/costs.md).
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

from coaching.llm.schemas import tool_schema

if TYPE_CHECKING:
    from pydantic import JsonValue

    from coaching.llm.json_values import Object
    from coaching.llm.port import ChatMessage, Request, ToolSpec
    from coaching.llm.roles import ModelChoice, RolePlan
    from coaching.values.prompt import SystemPromptBlock

MOST_MARKS = 4
_NAME, _IS_CACHED = attrgetter("name"), attrgetter("cached")
HOUR: Object = {"type": "ephemeral", "ttl": "1h"}
MOMENT: Object = {"type": "ephemeral", "ttl": "5m"}
THINKING = frozenset({"thinking", "redacted_thinking"})


def body_of(
    request: Request, plan: RolePlan, choice: ModelChoice, schema: Object | None = None
) -> Object:
    """Return the JSON body of a call; `schema` asks for a structured answer."""
    messages = [body for message in request.messages if (body := _message(message))["content"]]
    if not messages or messages[-1]["role"] != "user":
        raise ValueError("a request ends with words of the user's side")
    marks = sum(map(_IS_CACHED, request.system))
    if plan.marks_messages:
        marks += _mark_last_block(messages[-1])
    if marks > MOST_MARKS:
        raise ValueError(f"at most {MOST_MARKS} cache marks, here are {marks}")
    output: Object = {"effort": choice.effort}
    if schema is not None:
        output["format"] = {"type": "json_schema", "schema": schema}
    body: Object = {"model": choice.model, "max_tokens": plan.max_tokens, "output_config": output}
    if (thinking := choice.quick if request.is_quick else choice.thinking) is not None:
        body["thinking"] = {"type": thinking}
    if request.tools:
        body["tools"] = list(map(dict, _tools(request.tools)))
    if request.tools and request.tools_off:
        body["tool_choice"] = {"type": "none"}
    body["system"] = list(map(_system_block, request.system))
    body["messages"] = [*messages]
    if request.user_hash:
        body["metadata"] = {"user_id": request.user_hash}
    if plan.streamed:
        body["stream"] = True
    return body


def has_thinking(request: Request) -> bool:
    """Return True if the request contains thinking blocks, which depend on all earlier blocks."""
    return any(block["type"] in THINKING for m in request.messages for block in m.content)


def without_thinking(request: Request) -> Request:
    """Return the request without thinking: a newer core, say, makes the old signatures invalid."""
    return replace(
        request,
        messages=tuple(
            replace(m, content=tuple(b for b in m.content if b["type"] not in THINKING))
            for m in request.messages
        ),
    )


def characters_in(body: Object) -> int:
    """Return how many characters the model reads, for a guess of the tokens."""
    read = (body.get("tools"), body.get("system"), body.get("messages"))
    return sum(len(json.dumps(part, ensure_ascii=False)) for part in read if part)


def _message(message: ChatMessage) -> Object:
    """Leave out empty text blocks: the service refuses them, and they can't have meant anything."""
    content: list[JsonValue] = [
        dict(block)
        for block in message.content
        if block["type"] != "text" or str(block["text"]).strip()
    ]
    return {"role": message.role, "content": content}


def _mark_last_block(message: Object) -> bool:
    content = message["content"]
    for block in reversed(content if isinstance(content, list) else []):
        if isinstance(block, dict) and block["type"] not in THINKING:
            block["cache_control"] = dict(MOMENT if block["type"] == "tool_result" else HOUR)
            return True
    return False


def _system_block(block: SystemPromptBlock) -> JsonValue:
    text: Object = {"type": "text", "text": block.text}
    if block.cached:
        text["cache_control"] = dict(HOUR)
    return text


@cache
def _tools(tools: tuple[ToolSpec, ...]) -> tuple[Object, ...]:
    """Return the tools in their order, which is the same however they are given."""
    return tuple(map(_tool, sorted(tools, key=_NAME)))


def _tool(tool: ToolSpec) -> Object:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool_schema(tool.input_schema),
        "strict": True,
    }
