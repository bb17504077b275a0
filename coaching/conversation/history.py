"""Message history of a session for the model: append-only, so that the prefix can be cached.

Finished turns go back as text, each user message with the preface that was stored with it. A text
that was stopped or broken off counts as said; a failed turn leaves no trace.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from coaching.llm.port import ChatMessage
from coaching.prompts import as_said
from coaching.values import chips
from coaching.values.context import PastMessage
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from coaching.repositories.transcripts import TranscriptRow
    from coaching.values.chips import Chip

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class History:
    """A session up to a message: for Claude as messages, for the offline coach as lines."""

    messages: tuple[ChatMessage, ...]
    past: tuple[PastMessage, ...]
    turns: int


def beginning(summary: str = "", turns: int = 0) -> History:
    """Return how a session begins: a long one with what its older half came down to (K24)."""
    return History((user_message("", summary),) if summary else (), (), turns)


def continued(history: History, said: Iterable[TranscriptRow]) -> History:
    """Return a session as the model reads it, with what was said after it, oldest first."""
    writer = _Writer(history.turns)
    for line in said:
        if line.status is not TurnStatus.FAILED:
            writer.add(line)
    return History(
        (*history.messages, *writer.messages), (*history.past, *writer.past), writer.turns
    )


def user_message(preface: str, text: str) -> ChatMessage:
    """Return a user message: what it was told with, then the person's own words."""
    told = [{"type": "text", "text": preface}] if preface else []
    return ChatMessage("user", (*told, {"type": "text", "text": as_said(text)}))


def _note(preface: str) -> ChatMessage:
    return ChatMessage("user", ({"type": "text", "text": preface},))


class _Writer:
    def __init__(self, turns: int) -> None:
        self.messages: list[ChatMessage] = []
        self.past: list[PastMessage] = []
        self.turns = turns

    def add(self, line: TranscriptRow) -> None:
        if line.role is MessageRole.USER:
            self.turns += 1
            self.messages.append(user_message(line.preface, line.text))
            self.past.append(PastMessage("user", line.text, line.created_at))
            if line.status is TurnStatus.INTERRUPTED:
                self._coach(line.partial, line.created_at)
        elif line.meta.get("in_history", True):
            if line.preface:  # the coach spoke first: a note stands where a message would
                self.messages.append(_note(line.preface))
            self._coach(line.text, line.created_at, line.meta, chips.from_json(line.chips))

    def _coach(
        self,
        text: str,
        at: datetime,
        meta: Mapping[str, Any] = _NOTHING,
        chips: tuple[Chip, ...] = (),
    ) -> None:
        self.messages.append(ChatMessage("assistant", ({"type": "text", "text": text},)))
        mode, templates = str(meta.get("mode", "")), meta.get("template_ids", ())
        self.past.append(PastMessage("coach", text, at, mode, tuple(templates), chips))
