"""A rendered system prompt is a list of blocks (A38)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SystemPromptBlock:
    """One block of the system prompt; `cached` puts a cache mark behind it."""

    text: str
    cached: bool = True
