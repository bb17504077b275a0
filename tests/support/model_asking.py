"""Asking a model in a test: requests to send, and everything that came of them."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from coaching.errors import OutsideWorld
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.port import (
    ChatMessage,
    Done,
    Event,
    Request,
    TextDelta,
    ThinkingNote,
    ToolCall,
    ToolSpec,
)
from coaching.settings import Settings
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock
from tests.support import virtual_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.support.model_server import ModelServer

T = TypeVar("T")
CORE = SystemPromptBlock("How to coach.")
BRIEFING = SystemPromptBlock("Who this is.")
SAVE_WIN = ToolSpec(
    "save_win",
    "Keep a win.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)


@dataclass(frozen=True)
class Heard:
    """What came of one request."""

    events: tuple[Event, ...]
    error: OutsideWorld | None = None

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def calls(self) -> list[ToolCall]:
        return [event for event in self.events if isinstance(event, ToolCall)]

    @property
    def notes(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, ThinkingNote)]

    @property
    def done(self) -> Done:
        (done,) = [event for event in self.events if isinstance(event, Done)]
        return done


def says(text: str, role: Literal["user", "assistant"] = "user") -> ChatMessage:
    """Return a message of plain text."""
    return ChatMessage(role, ({"type": "text", "text": text},))


def request(role: Role = Role.COACH, *messages: ChatMessage, **changes: Any) -> Request:
    """Return a request; without messages the person says hello."""
    context = WorkingContext(PersonView(), "hello", date(2026, 11, 20), 1, 1)
    fields: dict[str, Any] = {
        "role": role,
        "system": (CORE, BRIEFING),
        "messages": messages or (says("hello"),),
        "context": context,
    }
    return Request(**{**fields, **changes})


def claude(server: ModelServer, **settings: Any) -> AnthropicLLM:
    """Return the adapter, talking to a server of the test inside the process."""
    return AnthropicLLM(settings_of(**settings), transport=server.transport())


def listening_claude(url: str) -> AnthropicLLM:
    """Return the adapter, talking to a server that listens on this machine."""
    return AnthropicLLM(settings_of(anthropic_base_url=url))


async def heard(llm: AnthropicLLM, asked: Request) -> Heard:
    """Ask, and return everything that came."""
    events: list[Event] = []
    try:
        async with aclosing(llm.stream(asked)) as stream:
            async for event in stream:
                events.append(event)  # noqa: PERF401 - a failure keeps what came before it
    except OutsideWorld as error:
        return Heard(tuple(events), error)
    return Heard(tuple(events))


def hear(server: ModelServer, asked: Request | None = None, **settings: Any) -> Heard:
    """Ask on a loop that waits in no time."""
    return with_claude(server, lambda llm: heard(llm, asked or request()), **settings)


def waited(server: ModelServer, **settings: Any) -> tuple[float, str]:
    """Return how long a fault took on the loop's clock, and its kind."""

    async def ask(llm: AnthropicLLM) -> tuple[float, str]:
        now = asyncio.get_running_loop().time
        began = now()
        error = (await heard(llm, request())).error
        return now() - began, error.kind if error else ""

    return with_claude(server, ask, **settings)


def with_claude(
    server: ModelServer, use: Callable[[AnthropicLLM], Awaitable[T]], **settings: Any
) -> T:
    """Use the adapter on a loop that waits in no time."""

    async def used() -> T:
        llm = claude(server, **settings)
        try:
            return await use(llm)
        finally:
            await llm.close()

    return virtual_time.run(used())


def settings_of(**changes: Any) -> Settings:
    return Settings(_env_file=None, anthropic_api_key="key-of-a-test", **changes)
