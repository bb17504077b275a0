"""A message as a model reads it: content blocks are JSON, and are stored as such."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

ContentBlock = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of the history the model reads."""

    role: Literal["user", "assistant"]
    content: tuple[ContentBlock, ...]


def said_by_user(*texts: str) -> ChatMessage:
    """Return a user message of text blocks; an empty text is left out."""
    return ChatMessage("user", tuple({"type": "text", "text": text} for text in texts if text))
