"""Whether one request goes on where another stood: a byte-equal prefix."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

WHAT_THE_KEY_HOLDS = ("model", "thinking", "output_config", "tools", "tool_choice", "system")
Body = Mapping[str, Any]


def read_by_the_model(body: Body, *, messages: int | None = None) -> str:
    """Return what a request's cache entry is made of, in its order; marks are no part of it."""
    said = body["messages"][:messages]
    head = [body.get(name) for name in WHAT_THE_KEY_HOLDS]
    return "\n".join(json.dumps(_unmarked(part), ensure_ascii=False) for part in (*head, *said))


def shares_prefix(this: Body, following: Body) -> bool:
    """Return True if the next turn's first request, cut after this turn's message, is this one."""
    length = len(this["messages"])
    return read_by_the_model(following, messages=length) == read_by_the_model(this)


def _unmarked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unmarked(each) for key, each in value.items() if key != "cache_control"}
    return [_unmarked(each) for each in value] if isinstance(value, list) else value
