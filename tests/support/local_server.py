"""A stand-in for a local server with the Messages API, stricter than those that exist.

What it knows is what Ollama documents (docs/local-model.md): anything else is refused here, where
Ollama ignores it. Its usage has two counts, and no request id comes with an answer.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.support.model_events import sse, text_block, tool_block
from tests.support.model_server import ModelServer, Play, answers, fails, streams

if TYPE_CHECKING:
    from collections.abc import Mapping

MODEL = "qwen3:8b"
FIELDS = frozenset({"model", "max_tokens", "messages", "system", "stream", "tools"})
BLOCKS = {
    "text": {"type", "text"},
    "tool_use": {"type", "id", "name", "input"},
    "tool_result": {"type", "tool_use_id", "content", "is_error"},
}
TOOL = {"name", "description", "input_schema"}
USAGE = {"input_tokens": 900, "output_tokens": 7}
SETTINGS = {
    "model_profile": "local",
    "anthropic_base_url": "http://127.0.0.1:11434",
    "coach_model": MODEL,
}


class LocalServer(ModelServer):
    """Plays its script for requests in which every field is one that it knows."""

    def answer(self, raw: bytes, headers: Mapping[str, str]) -> Play:
        body: dict[str, Any] = json.loads(raw)
        self.bodies.append(body)
        self.headers.append({name.lower(): value for name, value in headers.items()})
        problems = _problems(body)
        if problems:
            return fails(400, "; ".join(problems))
        play = self._plays.pop(0)
        return play(body) if callable(play) else play


def _problems(body: Mapping[str, Any]) -> list[str]:
    found = [f"unknown field {name}" for name in sorted(set(body) - FIELDS)]
    if not isinstance(body.get("system", ""), str):
        found.append("system is one text")
    blocks = [block for message in body["messages"] for block in message["content"]]
    found += [
        f"unknown in {block['type']}: {sorted(block)}"
        for block in blocks
        if set(block) - BLOCKS.get(block["type"], set())
    ]
    found += [f"unknown in a tool: {sorted(t)}" for t in body.get("tools", []) if set(t) - TOOL]
    if body["messages"][0]["role"] != "user":
        found.append("the first message is the user's")
    return found


def local_reply(*pieces: str) -> Play:
    """Stream a reply as such a server does."""
    return streams(_stream(text_block(*pieces), "end_turn"))


def local_call(name: str, **given: object) -> Play:
    """Stream a call of a tool."""
    return streams(_stream(tool_block(name, json.dumps(given)), "tool_use"))


def local_answer(text: str) -> Play:
    """Answer with one document."""
    message = _message() | {
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": USAGE,
    }
    return answers(json.dumps(message).encode())


def _stream(blocks: list[dict[str, Any]], stop_reason: str) -> bytes:
    begins = {"type": "message_start", "message": _message()}
    ends = {"type": "message_delta", "delta": {"stop_reason": stop_reason}, "usage": USAGE}
    return sse(begins, *blocks, ends, {"type": "message_stop"})


def _message() -> dict[str, Any]:
    usage = {"input_tokens": 0, "output_tokens": 0}
    named = {"id": "msg_1", "type": "message", "role": "assistant", "model": MODEL}
    return {**named, "content": [], "usage": usage}
