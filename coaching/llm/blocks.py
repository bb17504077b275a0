"""Content blocks while they arrive. Each knows what to show and how it goes back, verbatim."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Never, Protocol

from coaching.llm.json_values import as_object, as_text
from coaching.llm.port import Event, TextDelta, ThinkingNote, ToolCall
from coaching.llm.unicode import Mender, mended, mended_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from coaching.llm.json_values import Object

    Delta = Mapping[str, JsonValue]


class Block(Protocol):
    """Content block of a streamed reply."""

    def add(self, delta: Delta) -> Event | None:
        """Append a delta; return the text to show at once."""
        ...

    def close(self) -> Event | None:
        """Close the block and return what to show now."""
        ...

    def stored(self) -> Object | None:
        """Return the block as it goes back to the model; None for one that doesn't."""
        ...


class TextBlock:
    """Words for the person."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._mender = Mender()

    def add(self, delta: Delta) -> Event | None:
        """Append a text delta; other deltas, such as citations, are ignored."""
        if delta.get("type") != "text_delta":
            return None
        return self._show(self._mender.add(as_text(delta.get("text"))))

    def close(self) -> Event | None:
        """Show a half character that stayed alone."""
        return self._show(self._mender.close())

    def stored(self) -> Object | None:
        """Return the text; an empty block is not accepted back."""
        text = "".join(self._pieces)
        return {"type": "text", "text": text} if text else None

    def _show(self, text: str) -> Event | None:
        if not text:
            return None
        self._pieces.append(text)
        return TextDelta(text)


class ThinkingBlock:
    """Thinking, signed: it goes back unchanged, also when its text is empty."""

    def __init__(self, start: Mapping[str, JsonValue]) -> None:
        self._pieces = [as_text(start.get("thinking"))]
        self._signature = as_text(start.get("signature"))

    def add(self, delta: Delta) -> Event | None:
        """Collect the parts; show the block when it is complete."""
        self._pieces.append(as_text(delta.get("thinking")))
        self._signature += as_text(delta.get("signature"))
        return None

    def close(self) -> Event | None:
        """Show the note, if it has words."""
        text = self._text()
        return ThinkingNote(text) if text.strip() else None

    def stored(self) -> Object | None:
        """Return text and signature."""
        return {"type": "thinking", "thinking": self._text(), "signature": self._signature}

    def _text(self) -> str:
        return mended("".join(self._pieces))


class ToolBlock:
    """A tool call. Its input is JSON in pieces: it means nothing before the last one."""

    def __init__(self, start: Mapping[str, JsonValue]) -> None:
        self.call_id = as_text(start.get("id"))
        self.name = as_text(start.get("name"))
        self._initial = as_object(mended_values(start.get("input")))
        self._pieces: list[str] = []

    def add(self, delta: Delta) -> Event | None:
        """Collect a piece of the input."""
        self._pieces.append(as_text(delta.get("partial_json")))
        return None

    def close(self) -> Event | None:
        """Show nothing: whether the call may run is known only when the reply has ended."""
        return None

    def stored(self) -> Object | None:
        """Return the call; raise ValueError if its input is not one JSON object."""
        return {"type": "tool_use", "id": self.call_id, "name": self.name, "input": self._input()}

    def call(self) -> ToolCall:
        """Return the call as the engine sees it; raise ValueError as `stored` does."""
        return ToolCall(self.call_id, self.name, self._input())

    def _input(self) -> Object:
        text = mended("".join(self._pieces))
        return _strict_object(text) if text else dict(self._initial)


class OpaqueBlock:
    """A block that goes back as it came (hidden thinking), or not at all (unknown kinds)."""

    def __init__(self, content: Object | None) -> None:
        self._content = content

    def add(self, delta: Delta) -> Event | None:  # noqa: ARG002 - the protocol's
        """Show nothing."""
        return None

    def close(self) -> Event | None:
        """Show nothing."""
        return None

    def stored(self) -> Object | None:
        """Return the block as it came."""
        return self._content


def opened(start: Mapping[str, JsonValue]) -> Block:
    """Return the block for a `content_block_start`."""
    match start.get("type"):
        case "text":
            return TextBlock()
        case "thinking":
            return ThinkingBlock(start)
        case "tool_use":
            return ToolBlock(start)
        case "redacted_thinking":
            return OpaqueBlock(dict(start))
        case _:
            return OpaqueBlock(None)


def _strict_object(text: str) -> Object:
    value = mended_values(json.loads(text, parse_constant=_refuse))
    if not isinstance(value, dict):
        raise ValueError("a tool input that is not an object")  # noqa: TRY004 - as broken JSON is
    return value


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is not JSON")
