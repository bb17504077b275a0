"""One run of a turn as an agent sees it: its input, the events it yields, and its writer.

`coaching.conversation` makes the `TurnRun` and consumes the events; `run_agent` in between keeps
nothing of its own, so that a crash at any point resumes from what the journal holds:

* A step that ended with tool calls is stored, with a pending row per call, before a tool starts.
  On a later attempt it is in `journal.steps`: its text is yielded again first, its tools that ran
  answer from the journal, and the model is not asked for it again.
* A tool's effect and its result are one unit, refused when another engine has taken the turn over.
* The last step is not stored by the agent: it is the `Reply`, written in the finish transaction.
* What a model call cost is handed to the journal and written with the next unit of the turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from coaching.llm.port import ChatMessage, ContentBlock, TextDelta, ToolCall
from coaching.values.events import Confirmation, Handoff, ThinkingStep, ToolProgress
from coaching.values.session_state import SessionState, StateChanges
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from datetime import date, datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import ModelCall
    from coaching.values.chips import Chip
    from coaching.values.context import PastMessage
    from coaching.values.enums import CheckAnswer, TurnKind
    from coaching.values.safety import SafetyVerdict


class Stopped(Exception):
    """The person pressed stop."""


class LostTurn(Exception):
    """Another engine owns the turn now; whoever notices writes nothing and leaves."""


Effect = Callable[["AsyncSession"], Awaitable[ToolOutcome]]
Permit = Callable[["AsyncSession"], Awaitable[None]]
Reach = Callable[[], Awaitable[ToolOutcome]]


@dataclass(frozen=True, slots=True)
class StoredStep:
    """Stored model answer of a step that called tools; it is sent back verbatim."""

    content: tuple[ContentBlock, ...]
    calls: tuple[ToolCall, ...]
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])


class Journal(Protocol):
    """Writer for a running turn. Every write checks the turn's fencing token.

    Raises `LostTurn` when another engine owns the turn: let it pass through.
    """

    @property
    def steps(self) -> tuple[StoredStep, ...]:
        """Return the stored steps, oldest first; grows with `step`."""
        ...

    async def step(
        self,
        content: Sequence[ContentBlock],
        calls: Sequence[ToolCall],
        meta: Mapping[str, Any] | None = None,
    ) -> StoredStep:
        """Store a step and a pending row for each of its calls, in one unit."""
        ...

    async def run_tool(self, call: ToolCall, effect: Effect) -> ToolOutcome:
        """Run the effect and store its outcome in one unit; a call that ran answers as before.

        A `ToolProblem` rolls the effect back and is stored as an outcome with `is_error`.
        """
        ...

    async def run_outside(self, call: ToolCall, permit: Permit, reach: Reach) -> ToolOutcome:
        """Ask somebody outside, with no unit open meanwhile, and store what they answered.

        `permit` raises a `ToolProblem` when it may not be. Pressing stop ends it at once.
        """
        ...

    def model_call(self, row: ModelCall) -> None:
        """Keep what a call cost, for the next unit of this turn."""
        ...


@dataclass(frozen=True, slots=True)
class TurnRun:
    """A claimed turn. `messages` end with this turn's user message and its preface.

    `past` is the same session for the offline coach. `prompt` is `conversations.prompt` as
    `open_session` wrote it, `state` is the session's as the last `Reply` left it. `today` is the
    person's own day.
    """

    owner: UUID
    turn_id: UUID
    conversation_id: UUID
    user_message_id: UUID | None
    kind: TurnKind
    seq: int
    attempt: int
    fence: int
    text: str
    preface: str
    at: datetime
    today: date
    session_number: int
    turn_number: int
    gap_days: float | None
    safety: SafetyVerdict
    check: CheckAnswer | None
    language: str
    messages: tuple[ChatMessage, ...]
    past: tuple[PastMessage, ...]
    prompt: Mapping[str, Any]
    state: SessionState
    journal: Journal
    agent: str = "coach"
    is_saving: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """Always the last event. The text itself is the joined `TextDelta`s.

    `state` are changes of the session's state; `meta` is stored with the message. A reply with
    `in_history=False` (a fallback line) is shown, and left out of what the model reads later.
    """

    agent: str
    source: Literal["claude", "offline"]
    model: str
    stop_reason: str
    prompt_hash: str = ""
    tools_hash: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any])
    state: StateChanges = field(default_factory=StateChanges)
    context_ids: Mapping[str, Any] = field(default_factory=dict[str, Any])
    proposal_id: UUID | None = None
    in_history: bool = True
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Speaker:
    """May come first: who is about to speak, so that a reply that is stopped knows whose it was."""

    agent: str
    source: Literal["claude", "offline"]
    model: str


AgentEvent = Speaker | TextDelta | ThinkingStep | ToolProgress | Handoff | Confirmation | Reply


@dataclass(frozen=True, slots=True)
class SessionPrompt:
    """Values fixed at the start of a session: `conversations.prompt` and `.briefing_id`.

    `prompt["block"]` is the text of the second system block, byte-equal for the whole session.
    """

    prompt: Mapping[str, Any]
    briefing_id: UUID | None


@dataclass(frozen=True, slots=True)
class Preface:
    """Stored preface of one message, and everything the session's prefaces have told so far.

    `told` is kept in the session's state; the next preface holds only what differs.
    """

    text: str
    told: Mapping[str, Any]
