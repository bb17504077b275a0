"""Token usage of a call, as reported by the provider or estimated by us."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.llm.json_values import as_object, as_whole
from coaching.llm.port import Usage
from coaching.llm.prices import estimated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

MOST_BELIEVABLE = 2_000_000
"""More than the longest context and the longest reply together."""
LEAST_SHARE = 10
"""Fewer tokens than a tenth of our own guess are a mistake, or a way around the day's limit."""


def read(raw: Mapping[str, JsonValue]) -> Usage | None:
    """Return the usage of a reply, or None if a count is missing, negative or beyond belief."""
    cache = as_object(raw.get("cache_creation"))
    written = _count(raw.get("cache_creation_input_tokens") or 0)
    short = _count(cache.get("ephemeral_5m_input_tokens") or 0)
    # Nearly every mark of ours lasts an hour: what is not said to be short is long.
    long = _count(cache.get("ephemeral_1h_input_tokens", (written or 0) - (short or 0)))
    asked = _count(raw.get("input_tokens"))
    answered = _count(raw.get("output_tokens"))
    reused = _count(raw.get("cache_read_input_tokens") or 0)
    thought = _count(as_object(raw.get("output_tokens_details")).get("thinking_tokens") or 0)
    if asked is None or answered is None or reused is None or thought is None:
        return None
    if written is None or short is None or long is None:
        return None
    return Usage(asked, answered, reused, short, long, thought)


def is_believable(usage: Usage, sent: int, received: int) -> bool:
    """Return True if so few tokens can be what was sent and received."""
    asked = usage.input_tokens + usage.cache_read_tokens
    asked += usage.cache_write_5m_tokens + usage.cache_write_1h_tokens
    enough_asked = asked * LEAST_SHARE >= estimated(sent)
    return enough_asked and usage.output_tokens * LEAST_SHARE >= estimated(received)


def guessed(sent: int, received: int, start: Usage | None = None) -> Usage:
    """Return our estimate from the characters sent and received, marked as not known.

    `start` is what the service said when the reply began: its input counts are true.
    """
    if start is None:
        return Usage(estimated(sent), estimated(received), known=False)
    return replace(start, output_tokens=estimated(received), known=False)


def _count(value: JsonValue) -> int | None:
    number = as_whole(value)
    return number if number is not None and 0 <= number <= MOST_BELIEVABLE else None
