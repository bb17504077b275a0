"""Checks what a player answers, so that a slip of the hand is not taken for the model's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from coaching.llm.prices import estimated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.model_in_loop.files import Content

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class NotAccepted(Exception):
    """The answer can't be the model's."""


def content_of(request: Mapping[str, Any], answer: Any) -> Content:
    """Return content blocks for what a player wrote: a text, blocks, or a structured answer."""
    if schema := request["schema"]:
        value = json.loads(answer) if isinstance(answer, str) else answer
        _require(misfits(value, schema, schema))
        return [{"type": "text", "text": json.dumps(value, ensure_ascii=False)}]
    blocks = [{"type": "text", "text": answer}] if isinstance(answer, str) else answer
    if not isinstance(blocks, list) or not blocks:
        raise NotAccepted("expected a text or a list of content blocks")
    tools = {tool["name"]: tool["input_schema"] for tool in request["tools"]}
    for block in blocks:
        _check_block(block, tools)
    if estimated(len(json.dumps(blocks))) > request["max_tokens"]:
        raise NotAccepted("longer than the request allows")
    return blocks


def misfits(value: Any, schema: Any, root: Any, at: str = "answer") -> Iterator[str]:
    """Yield where a value does not fit a JSON schema, as far as structured answers know it."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    options = schema.get("anyOf", [])
    if options and all(any(misfits(value, option, root, at)) for option in options):
        yield f"{at}: fits none of what may be there"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: must be {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    kinds = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    if kinds and not any(_is(value, kind) for kind in kinds):
        yield f"{at}: {type(value).__name__} instead of {' or '.join(kinds)}"
    elif isinstance(value, dict) and "properties" in schema:
        yield from _object_misfits(value, schema, root, at)
    elif isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            yield from misfits(item, schema["items"], root, f"{at}[{place}]")


def _object_misfits(value: dict[str, Any], schema: Any, root: Any, at: str) -> Iterator[str]:
    known = schema["properties"]
    yield from (f"{at}.{name}: missing" for name in schema.get("required", []) if name not in value)
    for name, item in value.items():
        if name in known:
            yield from misfits(item, known[name], root, f"{at}.{name}")
        else:
            yield f"{at}.{name}: not in the schema"


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind])


def _check_block(block: Mapping[str, Any], tools: Mapping[str, Any]) -> None:
    match block.get("type"):
        case "text" if str(block.get("text", "")).strip():
            return
        case "tool_use" if block.get("name") in tools:
            schema = tools[block["name"]]
            _require(misfits(block.get("input"), schema, schema, "input"))
        case "tool_use":
            raise NotAccepted(f"no tool {block.get('name')}; there are {sorted(tools)}")
        case other:
            raise NotAccepted(f"an empty text, or a block of type {other}")


def _require(problems: Iterator[str]) -> None:
    if found := list(problems):
        raise NotAccepted("; ".join(found[:8]))
