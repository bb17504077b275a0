"""Events of a turn: one frozen dataclass per event type that the stream can send.

A subscriber gets `Numbered` events: `id` counts from 1 per turn. Unknown types are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.values.chips import Chip
    from coaching.values.safety import Resource


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Always first; again at each start. `attempt` > 1 empties what was shown."""

    type: ClassVar[str] = "turn"
    turn_id: UUID
    conversation_id: UUID
    session_number: int
    user_message_id: UUID | None
    status: Literal["queued", "running"]
    position: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Delta:
    """Only what is new; joined since the last `turn` event it equals the final text."""

    type: ClassVar[str] = "delta"
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingStep:
    """One readable line about what the coach is doing."""

    type: ClassVar[str] = "thinking"
    step: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolProgress:
    """A tool that runs or ran. The line of a `dropped` one is removed: it failed, unasked so far.

    `failed` comes when the reply is over, if the person asked for it.
    """

    type: ClassVar[str] = "tool"
    call_id: str
    name: str
    label: str
    state: Literal["running", "done", "failed", "dropped"]
    detail: str


@dataclass(frozen=True, slots=True)
class Handoff:
    """Another agent takes over, visibly."""

    type: ClassVar[str] = "handoff"
    from_agent: str
    to_agent: str
    reason: str
    announcement: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Something lasting waits for the person's decision."""

    type: ClassVar[str] = "confirmation"
    proposal_id: UUID
    kind: str
    preview: str
    editable: bool
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Safety:
    """Help, sent at admission, before the turn runs."""

    type: ClassVar[str] = "safety"
    level: Literal["concern", "crisis"]
    category: str
    message: str
    resources: tuple[Resource, ...]
    guessed_country: str = ""
    """The country of the numbers when it is a guess from the time zone; empty when chosen."""


@dataclass(frozen=True, slots=True)
class TurnDone:
    """Last: the reply is stored. `chips` are the quick replies under it."""

    type: ClassVar[str] = "done"
    message_id: UUID
    status: Literal["done", "stopped"]
    text: str
    agent: str
    model: Literal["claude", "offline"]
    proposal_id: UUID | None = None
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnError:
    """Last: the turn is `failed` or `interrupted`.

    `resumes`: the stream ends before the turn does, which goes on by itself: listen again.
    """

    type: ClassVar[str] = "error"
    code: str
    error: str
    retryable: bool
    partial_text: str
    resumes: bool = False


TurnEvent = (
    TurnStarted
    | Delta
    | ThinkingStep
    | ToolProgress
    | Handoff
    | Confirmation
    | Safety
    | TurnDone
    | TurnError
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event with its place in the turn."""

    id: int
    event: TurnEvent
