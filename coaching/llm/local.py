"""Requests to a local server that speaks the Messages API, with what such servers know.

Ollama's documentation lists what it leaves out: cache marks, `tool_choice`, `metadata`; effort and
thinking depend on the model, strict tools and structured answers aren't there. llama.cpp and LM
Studio take the same fields. So a schema is said in words, and what comes back is checked here.
"""

from __future__ import annotations

import json
import re
from operator import attrgetter
from typing import TYPE_CHECKING

from coaching.llm.json_values import Object, as_list, as_object
from coaching.llm.prices import estimated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from coaching.llm.port import ChatMessage, Request
    from coaching.llm.roles import ModelChoice, RolePlan

ANSWER_IN_JSON = (
    "Answer with one JSON object and nothing else: no words before or after it, no Markdown. It "
    "fits this JSON Schema:"
)
_NAME = attrgetter("name")
_KNOWN = frozenset({"text", "tool_use", "tool_result"})
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_COMMA_TOO_MANY = re.compile(r",(\s*[}\]])")


def local_body(
    request: Request, plan: RolePlan, choice: ModelChoice, schema: Object | None = None
) -> Object:
    """Return the JSON body of a call; the oldest messages go when it would be too long."""
    system = "\n\n".join(block.text for block in request.system)
    if schema is not None:
        system += f"\n\n{ANSWER_IN_JSON}\n{json.dumps(schema, ensure_ascii=False)}"
    # `tool_choice` isn't known there: without tools none is called.
    tools = [] if request.tools_off else [_tool(tool) for tool in sorted(request.tools, key=_NAME)]
    used = estimated(len(system) + len(json.dumps(tools))) + plan.max_tokens
    messages = [message for each in request.messages if (message := _message(each))["content"]]
    body: Object = {
        "model": choice.model,
        "max_tokens": plan.max_tokens,
        "system": system,
        "messages": [*_that_fit(messages, plan.context_tokens - used)],
    }
    if tools:
        body["tools"] = [*tools]
    if plan.streamed:
        body["stream"] = True
    return body


def json_in(text: str) -> JsonValue:
    """Return the JSON of an answer that may have words or a fence around it; else ValueError.

    Text around it and commas before a closing bracket are removed. A missing part stays missing.
    """
    try:
        return json.loads(text)
    except ValueError:
        fenced = _FENCE.search(text)
        inner = fenced[1] if fenced else text[text.find("{") : text.rfind("}") + 1]
        return json.loads(_COMMA_TOO_MANY.sub(r"\1", inner))


def _that_fit(messages: Sequence[Object], room: int) -> Sequence[Object]:
    """Return the newest messages that fit, beginning with words of the user's side."""
    kept = list(messages)
    sizes = [estimated(len(json.dumps(message, ensure_ascii=False))) for message in kept]
    while len(kept) > 1 and (sum(sizes) > room or not _may_begin(kept[0])):
        del kept[0], sizes[0]
    return kept


def _may_begin(message: Mapping[str, JsonValue]) -> bool:
    blocks = map(as_object, as_list(message["content"]))
    return message["role"] == "user" and all(block["type"] == "text" for block in blocks)


def _message(message: ChatMessage) -> Object:
    content: list[JsonValue] = [
        dict(block)
        for block in message.content
        if block["type"] in _KNOWN and (block["type"] != "text" or str(block["text"]).strip())
    ]
    return {"role": message.role, "content": content}


def _tool(tool: object) -> Object:
    name, description, schema = attrgetter("name", "description", "input_schema")(tool)
    return {"name": name, "description": description, "input_schema": dict(schema)}
