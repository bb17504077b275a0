"""A model with a note of everything that it was sent, and one place where a draft is put in.

The draft of a prompt is put into the request on its way to the model: the prompt files and their
caches stay as they are, so it can't reach anybody else.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel

from coaching.clock import SystemClock
from coaching.llm.port import Connected, Done, TextDelta, ToolCall, Usage, Watched
from coaching.llm.prices import LIST, estimated

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence

    from coaching.llm.health import ModelHealth
    from coaching.llm.port import LLM, Event, Parsed, Request
    from coaching.llm.prices import PriceTable
    from coaching.values.chat import ChatMessage

T = TypeVar("T", bound=BaseModel)
_HEADING = re.compile(r"^#{1,2} (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the system prompt, from its heading to the next one."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of what the model was sent; `tokens` is our estimate, the bill is exact."""

    role: Literal["tools", "system", "user", "assistant"]
    name: str
    text: str
    is_cached: bool
    tokens: int


@dataclass(slots=True)
class Sent:
    """One call: what was sent, what came back and what it cost."""

    agent: str
    blocks: tuple[Block, ...]
    parts: tuple[Part, ...]
    model: str = ""
    usage: Usage = field(default_factory=lambda: Usage(known=False))
    milliseconds: int = 0
    first_word_ms: int | None = None
    tools: tuple[str, ...] = ()
    microusd: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """Another text in place of a section of the system prompt."""

    before: str
    after: str


class Recorder:
    """A model that notes each request and passes it on, with a draft put in if there is one."""

    def __init__(self, llm: LLM, draft: Draft | None = None, prices: PriceTable = LIST) -> None:
        self.name: Literal["claude", "offline"] = llm.name
        self.reads_context = llm.reads_context
        self.sent: list[Sent] = []
        self._llm, self._draft, self._prices = llm, draft, prices

    async def prepare(self) -> None:
        """Get ready for the first call."""
        if isinstance(self._llm, Connected):
            await self._llm.prepare()

    async def close(self) -> None:
        """Close every connection."""
        if isinstance(self._llm, Connected):
            await self._llm.close()

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """Stream one reply, and note how long it took and what it cost."""
        request = self._drafted(request)
        note = Sent(request.role.value, tuple(_blocks(request)), tuple(_parts(request)))
        self.sent.append(note)
        began = time.perf_counter()
        async for event in self._llm.stream(request):
            passed = round((time.perf_counter() - began) * 1000)
            match event:
                case TextDelta() if note.first_word_ms is None:
                    note.first_word_ms = passed
                case ToolCall():
                    note.tools = (*note.tools, event.name)
                case Done():
                    note.model, note.usage, note.milliseconds = event.model, event.usage, passed
                    cost = self._prices.cost_of(note.model, note.usage, SystemClock().now())
                    note.microusd = cost.micro_usd
                case _:
                    pass
            yield event

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Return one validated structured answer; it is no reply and not noted."""
        return await self._llm.parse(request, schema)

    def _drafted(self, request: Request) -> Request:
        if self._draft is None:
            return request
        before, after = self._draft.before, self._draft.after
        system = tuple(
            replace(block, text=block.text.replace(before, after, 1)) for block in request.system
        )
        return replace(request, system=system)


class WatchedRecorder(Recorder):
    """A recorder of a model that may be away."""

    @property
    def health(self) -> ModelHealth:
        """Return how the model is."""
        assert isinstance(self._llm, Watched)  # noqa: S101 - made by `recorded` only
        return self._llm.health


def recorded(llm: LLM, draft: Draft | None = None, prices: PriceTable = LIST) -> Recorder:
    """Return a model with a note of what it is sent."""
    made = WatchedRecorder if isinstance(llm, Watched) else Recorder
    return made(llm, draft, prices)


def _blocks(request: Request) -> Iterator[Block]:
    """Yield the request in the order in which a model reads it, and a provider caches it."""
    if request.tools:
        tools = sorted(request.tools, key=lambda tool: tool.name)
        described = [
            {"name": tool.name, "description": tool.description, "input": tool.input_schema}
            for tool in tools
        ]
        names = ", ".join(tool.name for tool in tools)
        text = json.dumps(described, indent=1, ensure_ascii=False)
        any_cached = any(block.cached for block in request.system)
        yield Block("tools", names, text, any_cached, estimated(len(text)))
    for number, block in enumerate(request.system):
        name = "core" if number == 0 else "session"
        yield Block("system", name, block.text, block.cached, estimated(len(block.text)))
    last = len(request.messages)
    for number, message in enumerate(request.messages, 1):
        text = _text_of(message)
        # Earlier messages are read again with the next call; the last one is new each time.
        yield Block(message.role, str(number), text, number < last, estimated(len(text)))


def _parts(request: Request) -> Iterator[Part]:
    for block in request.system:
        places = [found.start() for found in _HEADING.finditer(block.text)]
        for start, end in zip(places, [*places[1:], len(block.text)], strict=True):
            text = block.text[start:end].strip()
            yield Part(text.partition("\n")[0].lstrip("# "), text)


def _text_of(message: ChatMessage) -> str:
    return "\n\n".join(_said(block) for block in message.content)


def _said(block: Mapping[str, Any]) -> str:
    text = block.get("text")
    return text if isinstance(text, str) else json.dumps(dict(block), ensure_ascii=False)


def total(sent: Sequence[Sent], kind: str) -> int:
    """Return the tokens of a kind over some calls, such as `input` or `cache_read`."""
    return sum(getattr(call.usage, f"{kind}_tokens") for call in sent)
