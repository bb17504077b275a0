"""The Messages API's wire format for tests: events as bytes, and the stored streams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

STORED = Path(__file__).parent / "sse"
USAGE = {
    "input_tokens": 12,
    "cache_creation_input_tokens": 300,
    "cache_read_input_tokens": 2500,
    "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 300},
    "output_tokens": 1,
}
Event = dict[str, Any]


def stored(name: str) -> bytes:
    """Return a stored stream, byte for byte."""
    return (STORED / f"{name}.sse").read_bytes()


def sse(*events: Event) -> bytes:
    """Return events as server-sent events."""
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events
    )


def start(model: str = "claude-sonnet-5-5", **usage: object) -> Event:
    """Return the first event of a reply."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "usage": {**USAGE, **usage},
    }
    return {"type": "message_start", "message": message}


def text_block(*pieces: str, index: int = 0) -> list[Event]:
    """Return a text block that arrives in pieces."""
    return _block(
        index,
        {"type": "text", "text": ""},
        [{"type": "text_delta", "text": piece} for piece in pieces],
    )


def thinking_block(text: str, signature: str = "c2ln", *, index: int = 0) -> list[Event]:
    """Return a signed thinking block."""
    deltas = [
        {"type": "thinking_delta", "thinking": text},
        {"type": "signature_delta", "signature": signature},
    ]
    return _block(index, {"type": "thinking", "thinking": "", "signature": ""}, deltas)


def tool_block(
    name: str, *pieces: str, index: int = 0, call_id: str = "toolu_1", closed: bool = True
) -> list[Event]:
    """Return a tool call whose input arrives in pieces of JSON."""
    events = _block(
        index,
        {"type": "tool_use", "id": call_id, "name": name, "input": {}},
        [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *pieces)],
    )
    return events if closed else events[:-1]


def end(stop_reason: str | None = "end_turn", **more: object) -> list[Event]:
    """Return the last two events of a reply."""
    usage = more.pop("usage", {"output_tokens": 42})
    delta = {"stop_reason": stop_reason, "stop_sequence": None, **more}
    return [{"type": "message_delta", "delta": delta, "usage": usage}, {"type": "message_stop"}]


def reply(*pieces: str, stop_reason: str = "end_turn") -> bytes:
    """Return a whole reply of text."""
    return sse(start(), *text_block(*pieces), *end(stop_reason))


def overloaded() -> Event:
    """Return the error event of an overloaded service, as it comes inside a stream."""
    return {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def whole(text: str, stop_reason: str = "end_turn", **more: object) -> bytes:
    """Return a reply that is not streamed."""
    message = start("claude-haiku-5-5")["message"]
    message["usage"]["output_tokens"] = max(42, len(text) // 4)
    content = [{"type": "text", "text": text}]
    return json.dumps({**message, "content": content, "stop_reason": stop_reason, **more}).encode()


def error_body(error_type: str, **details: object) -> bytes:
    """Return the JSON body of an error answer."""
    error = {"type": error_type, "message": "no", "details": details or None}
    return json.dumps({"type": "error", "error": error}).encode()


def _block(index: int, block: Event, deltas: list[Event]) -> list[Event]:
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]
