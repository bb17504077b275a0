"""A turn's events as server-sent events, and the typed Markdown form that the app's page reads."""

from __future__ import annotations

import dataclasses
import json
from datetime import date, datetime
from enum import Enum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic.alias_generators import to_camel

from coaching.values.events import Handoff, Numbered, TurnEvent
from toney_app.api.wire import iso

if TYPE_CHECKING:
    from collections.abc import Mapping

KEEP_ALIVE = b": still here\n\n"
RETRY = b"retry: 300\n\n"
_HANDOFF_NAMES = {"from_agent": "from", "to_agent": "to"}


def plain(value: object) -> object:
    """Return a value as JSON can carry it: camelCase keys, ISO instants, ids as text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {to_camel(f.name): plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    match value:
        case datetime():
            return iso(value)
        case date():
            return value.isoformat()
        case UUID():
            return str(value)
        case Enum():
            return value.value
        case list() | tuple():
            return [plain(item) for item in value]
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case _:
            return value


def data_of(event: TurnEvent) -> dict[str, Any]:
    """Return an event's data as the JSON object that the stream sends."""
    if isinstance(event, Handoff):
        return {
            _HANDOFF_NAMES.get(f.name, f.name): getattr(event, f.name)
            for f in dataclasses.fields(event)
        }
    return {to_camel(f.name): plain(getattr(event, f.name)) for f in dataclasses.fields(event)}


def frame(number: int, kind: str, data: Mapping[str, Any]) -> bytes:
    """Return one server-sent event."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {number}\nevent: {kind}\ndata: {body}\n\n".encode()


def encode(numbered: Numbered) -> bytes:
    """Return one numbered event as bytes."""
    return frame(numbered.id, numbered.event.type, data_of(numbered.event))
