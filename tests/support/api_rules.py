"""What the Messages API refuses: the stand-in answers 400 as the service would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

KNOWN_FIELDS = frozenset(
    {
        "model",
        "max_tokens",
        "messages",
        "system",
        "tools",
        "tool_choice",
        "thinking",
        "output_config",
        "metadata",
        "stream",
    }
)
UNSUPPORTED = frozenset(
    {"minLength", "maxLength", "minimum", "maximum", "pattern", "oneOf", "maxItems"}
)
THINKING = {
    "claude-sonnet-5-5": {"between_tools", "adaptive"},
    "claude-haiku-5-5": {"disabled", "adaptive"},
    "claude-opus-5-5": {"adaptive"},
    "claude-sonnet-5": {"disabled", "adaptive"},
}
EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
MOST_MARKS = 4
MOST_TOOLS = 20
MOST_OPTIONAL, MOST_UNIONS = 24, 16
Body = Mapping[str, Any]


def problems_in(body: Body) -> list[str]:
    """Return why the service would refuse this request."""
    return [*_fields(body), *_marks(body), *_messages(body), *_schemas(body)]


def _fields(body: Body) -> Iterator[str]:
    for name in sorted(set(body) - KNOWN_FIELDS):
        yield f"{name}: Extra inputs are not permitted"
    mode = body.get("thinking", {}).get("type")
    allowed = THINKING.get(body.get("model", ""), {mode})
    if mode is not None and mode not in allowed:
        yield f"thinking.type {mode} is not supported by this model"
    if len(body.get("tools", [])) > MOST_TOOLS:
        yield "too many strict tools"
    if not isinstance(body.get("max_tokens"), int):
        yield "max_tokens: Field required"
    effort = body.get("output_config", {}).get("effort")
    if effort is not None and effort not in EFFORTS:
        yield f"output_config.effort: {effort}"
    if set(body.get("metadata", {})) - {"user_id"}:
        yield "metadata: only user_id is permitted"


def _marks(body: Body) -> Iterator[str]:
    marked = [block for block in _blocks(body) if "cache_control" in block]
    if len(marked) > MOST_MARKS:
        yield f"{len(marked)} cache marks"
    lives = [block["cache_control"].get("ttl", "5m") for block in marked]
    if ("5m", "1h") in pairwise(lives):
        yield "a mark of an hour must not come after one of five minutes"
    for block in marked:
        if block.get("type") in {"thinking", "redacted_thinking"} or block.get("text") == "":
            yield "a mark on a block that can't be marked"


def _messages(body: Body) -> Iterator[str]:
    messages = body.get("messages", [])
    if not messages or messages[-1]["role"] != "user":
        yield "the conversation must end with a user message"
    for message in messages:
        if not message["content"]:
            yield "a message without content"
    for block in _blocks(body):
        if block.get("type") == "text" and not block["text"].strip():
            yield "text content blocks must contain non-whitespace text"
    for asked, answered in pairwise([*messages, {"content": []}]):
        calls = [b["id"] for b in asked["content"] if b.get("type") == "tool_use"]
        results = [b["tool_use_id"] for b in answered["content"] if b.get("type") == "tool_result"]
        if sorted(calls) != sorted(results):
            yield "every tool_use needs one tool_result in the next message"


def _schemas(body: Body) -> Iterator[str]:
    output = body.get("output_config", {}).get("format", {}).get("schema")
    schemas = [s for s in [output, *(t["input_schema"] for t in body.get("tools", []))] if s]
    for schema in schemas:
        yield from _schema(schema)
    nodes = [node for schema in schemas for node in _nodes(schema)]
    optional = sum(len(set(n.get("properties", {})) - set(n.get("required", []))) for n in nodes)
    if optional > MOST_OPTIONAL:
        yield f"{optional} optional parameters"
    unions = sum("anyOf" in node or isinstance(node.get("type"), list) for node in nodes)
    if unions > MOST_UNIONS:
        yield f"{unions} parameters with union types"


def _schema(node: Mapping[str, Any]) -> Iterator[str]:
    for keyword in sorted(UNSUPPORTED & set(node)):
        yield f"schema keyword {keyword} is not supported"
    if node.get("type") == "object" and node.get("additionalProperties") is not False:
        yield "objects need additionalProperties: false"
    for child in _below(node):
        yield from _schema(child)


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for child in _below(node):
        yield from _nodes(child)


def _below(node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    named = [*node.get("properties", {}).values(), *node.get("$defs", {}).values()]
    return [*named, *node.get("anyOf", []), *([node["items"]] if "items" in node else [])]


def _blocks(body: Body) -> Iterator[Mapping[str, Any]]:
    yield from body.get("tools", [])
    yield from body.get("system", [])
    for message in body.get("messages", []):
        yield from message["content"]
