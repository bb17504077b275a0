"""A request's body as the parts that a cache sees, in its order: tools, system, messages.

Tokens are the project's own estimate (`coaching.llm.prices`): characters by 2.7. The service's
tokenizer makes 1M tokens of some 2.5M characters of English, so a true count may be 8 % higher;
what is saved in percent hardly depends on it, since every part errs alike. What a tool list and an
answer's schema add is counted too: 286 tokens, and the characters of the schema.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from coaching.evals.cost.cache_model import RequestPart
from coaching.llm.json_values import as_list, as_object, as_text
from coaching.llm.prices import estimated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import JsonValue

    from coaching.evals.cost.cache_model import Life
    from coaching.llm.json_values import Object

TOOL_USE_TOKENS = 286
"""What the service adds in front when a request has tools."""


def parts_of(body: Object) -> list[RequestPart]:
    """Return the parts of a body with their marks; what changes the key is in front of them."""
    return [*_front(body), *_system(body), *_messages(body)]


def shared_tokens(body: Object) -> int:
    """Return the tokens of what is the same for everybody: tools and the first system block."""
    front, system = list(_front(body)), list(_system(body))
    return sum(part.tokens for part in [*front, *system[:1]])


def _front(body: Object) -> Iterator[RequestPart]:
    settings = _json([body.get("thinking"), body.get("output_config")])
    tools = as_list(body.get("tools"))
    yield RequestPart(settings, TOOL_USE_TOKENS if tools else 0, "settings")
    schema = as_object(as_object(body.get("output_config")).get("format")).get("schema")
    if schema is not None:
        yield RequestPart(_json(schema), estimated(len(_json(schema))), "schema")
    for tool in tools:
        yield _part(as_object(tool), "tool")


def _system(body: Object) -> Iterator[RequestPart]:
    for block in as_list(body.get("system")):
        yield _part(as_object(block), "system")


def _messages(body: Object) -> Iterator[RequestPart]:
    if "tool_choice" in body:
        yield RequestPart(_json(body["tool_choice"]), 0, "tool_choice")
    for place, message in enumerate(as_list(body.get("messages")), 1):
        role = as_text(as_object(message).get("role"))
        for block in as_list(as_object(message).get("content")):
            part = _part(as_object(block), as_text(as_object(block).get("type")), role)
            yield replace(part, message=place)


def _part(block: Mapping[str, JsonValue], kind: str, role: str = "") -> RequestPart:
    unmarked = {name: value for name, value in block.items() if name != "cache_control"}
    life = as_object(block.get("cache_control")).get("ttl", "5m")
    read = _read(unmarked, kind)
    return RequestPart(
        content=f"{role}:{_json(unmarked)}",
        tokens=estimated(len(read)),
        kind=kind,
        mark=cast("Life", life) if "cache_control" in block else None,
    )


def _read(block: Mapping[str, JsonValue], kind: str) -> str:
    """Return what the model reads of a block; ids and types are the service's own."""
    match kind:
        case "text" | "system":
            return as_text(block.get("text"))
        case "tool_result":
            return as_text(block.get("content"))
        case "tool_use":
            return _json([block.get("name"), block.get("input")])
        case _:
            return _json(dict(block))


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
