"""Reading JSON from outside: what has the wrong type counts as missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

Object = dict[str, "JsonValue"]


def as_object(value: JsonValue) -> Mapping[str, JsonValue]:
    """Return the object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: JsonValue) -> list[JsonValue]:
    """Return the list, or an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: JsonValue) -> str:
    """Return the string, or an empty one."""
    return value if isinstance(value, str) else ""


def as_whole(value: JsonValue) -> int | None:
    """Return the whole number, or None; True is not a number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
