"""The port: what the engine asks of a model and what it gets back. No SDK types here.

Content blocks are JSON objects in the shape of the Messages API (`{"type": "text", "text": …}`,
`tool_use`, `tool_result`, `thinking`): this is also how they are stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, JsonValue

from coaching.values.chat import ChatMessage, ContentBlock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from coaching.errors import OutsideWorld
    from coaching.llm.health import ModelHealth
    from coaching.values.check_ins import CheckInContext
    from coaching.values.chips import Chip
    from coaching.values.closing import ClosingContext
    from coaching.values.context import ObserverContext, StrategistContext, WorkingContext
    from coaching.values.enums import Role
    from coaching.values.prompt import SystemPromptBlock

__all__ = [
    "LLM",
    "Batching",
    "CallFacts",
    "ChatMessage",
    "Connected",
    "ContentBlock",
    "Done",
    "Event",
    "Parsed",
    "Request",
    "TextDelta",
    "ThinkingNote",
    "ToolCall",
    "ToolSpec",
    "Usage",
    "Watched",
    "facts_of",
]
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it; `input_schema` is JSON Schema."""

    name: str
    description: str
    input_schema: Mapping[str, JsonValue] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Request:
    """Request to a model: the rendered prompt, and the structured context it was rendered from.

    `model` is asked for instead of the role's own, as long as it may be asked. One that `is_quick`
    is answered without thinking, as far as the model allows.
    """

    role: Role
    system: tuple[SystemPromptBlock, ...]
    messages: tuple[ChatMessage, ...]
    context: WorkingContext | ObserverContext | StrategistContext | CheckInContext | ClosingContext
    tools: tuple[ToolSpec, ...] = ()
    tools_off: bool = False
    user_hash: str = ""
    model: str = ""
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens by kind, as billed. `known` is False when the service sent none."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_5m_tokens: int = 0
    cache_write_1h_tokens: int = 0
    thinking_tokens: int = 0
    known: bool = True


@dataclass(frozen=True, slots=True)
class CallFacts:
    """Model, request id and usage that a failed call still reported, for cost accounting."""

    model: str = ""
    request_id: str = ""
    usage: Usage = Usage(known=False)


def facts_of(error: OutsideWorld) -> CallFacts:
    """Return what a failed call still told us; empty facts for an error without any."""
    return error.facts if isinstance(error.facts, CallFacts) else CallFacts()


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingNote:
    """A readable note about what the model is doing."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model wants a tool; complete, the stream of the block has ended."""

    call_id: str
    name: str
    input: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Done:
    """The reply ended well. `content` goes back verbatim inside the turn.

    `meta` is stored with the message: the offline coach puts `mode` and `template_ids` there.
    `chips` are the quick replies under it.
    """

    stop_reason: Literal["end_turn", "tool_use", "max_tokens", "stop_sequence", "pause_turn"]
    content: tuple[ContentBlock, ...]
    usage: Usage
    model: str
    request_id: str = ""
    meta: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    chips: tuple[Chip, ...] = ()

    @property
    def text(self) -> str:
        """The text of the reply: what the joined deltas say."""
        parts = (block["text"] for block in self.content if block["type"] == "text")
        return "".join(part for part in parts if isinstance(part, str))


Event = TextDelta | ThinkingNote | ToolCall | Done


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A structured answer with what it cost."""

    value: T
    usage: Usage
    model: str
    request_id: str = ""
    meta: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])


@runtime_checkable
class Connected(Protocol):
    """A model that lives elsewhere: made ready when the engine starts, let go when it stops."""

    async def prepare(self) -> None:
        """Get ready for the first call."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


@runtime_checkable
class Watched(Protocol):
    """A model that may be away: how it is, is known before it is asked."""

    @property
    def health(self) -> ModelHealth: ...


@runtime_checkable
class Batching(Protocol):
    """A model that also answers later, at half price. A batch holds one request."""

    async def ask_later(self, request: Request, schema: type[BaseModel]) -> str:
        """Hand in a request for a structured answer; return the id of its batch."""
        ...

    async def answered_later(self, batch: str, request: Request) -> Done | OutsideWorld | None:
        """Return the answer, or how the batch ended without one; None while it runs."""
        ...

    async def forget_batch(self, batch: str) -> bool:
        """Cancel or delete a batch; return True once the service no longer has it."""
        ...


class LLM(Protocol):
    """A model. Raises the `OutsideWorld` errors of `coaching.errors`, never the SDK's.

    `stream` ends with exactly one `Done`, or raises: a cut stream is never a success. Tool calls
    come right before a `Done` with `tool_use`, never earlier. Whoever may stop before the end
    closes the stream (`contextlib.aclosing`). `name` is what faces call the source of a reply.
    One that reads the prompt only is not made to wait for the working context (`reads_context`).
    """

    name: Literal["claude", "offline"]
    reads_context: bool

    def stream(self, request: Request) -> AsyncIterator[Event]:
        """Stream one reply."""
        ...

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Return one validated structured answer, or raise `StructureInvalid` and the rest."""
        ...
