"""Server-sent events as the Messages API sends them, read straight from the bytes.

The SDK's own models and accumulation cost most of a chat server's CPU (performance.md); every
event names its type inside its JSON, so the `event:` lines are not needed. Lines are split on the
byte, since a reply may hold characters that `str.splitlines` takes for a line end.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import JsonValue

MAX_LINE = 8_000_000


class EventReader:
    """Turns chunks of bytes into events; a chunk may end anywhere."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[Mapping[str, JsonValue]]:
        """Yield the events that this chunk completes; raise ValueError for broken JSON."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > MAX_LINE:
            raise ValueError("an event without an end")
        for line in lines:
            content = line.rstrip(b"\r")
            if content.startswith(b"data:"):
                self._data.append(content[5:])
            elif not content and self._data:
                data, self._data = b"\n".join(self._data), []
                yield _event(data)


def _event(data: bytes) -> Mapping[str, JsonValue]:
    value: JsonValue = json.loads(data)
    if not isinstance(value, dict):
        raise ValueError("an event that is not an object")  # noqa: TRY004 - one family of faults
    return value
