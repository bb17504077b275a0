"""A stand-in for the Messages API beside a test without a loop: it stops where a test wants it."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import ModelServer, Play, Until, canned, streams
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator
    from contextlib import AbstractAsyncContextManager

    from tests.support.model_server import Body

T = TypeVar("T")


@dataclass
class HeldModel:
    """Says the first half of its reply, and the second half once it may go on."""

    first: str
    rest: str
    url: str = ""
    asked: int = 0
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _may_go_on: asyncio.Event = field(default_factory=asyncio.Event)

    def holds(self) -> None:
        """Stop in the middle of each reply from now on, and count anew."""
        self.asked = 0
        self.loop.call_soon_threadsafe(self._may_go_on.clear)

    def goes_on(self) -> None:
        """Let this reply, and all later ones, come to their end."""
        self.loop.call_soon_threadsafe(self._may_go_on.set)

    @property
    def settings(self) -> dict[str, str]:
        """Return what makes Toney talk to this model."""
        return talks_to(self.url)

    def play(self, body: Body) -> Play:
        """Answer a request; what is not a reply to a person is answered at once."""
        if wants_a_value(body):
            return canned([self.first])(body)
        self.asked += 1
        opening, *first, last = text_block(self.first)
        *_, second, _ = text_block(self.rest)
        begun = sse(start(body["model"]), opening, *first)
        return streams(begun, Until(self._may_go_on), sse(second, last, *end()))


@contextmanager
def held_model(first: str, rest: str) -> Generator[HeldModel]:
    """Listen until the block ends."""
    model = HeldModel(first, rest)
    with beside(model.play, model.loop) as model.url:
        yield model


@contextmanager
def beside(
    play: Callable[[Body], Play], loop: asyncio.AbstractEventLoop | None = None
) -> Generator[str]:
    """Let a model listen on a loop in a thread of its own; gives its address."""
    with listens(ModelServer(then=play).listening(), loop) as url:
        yield url


@contextmanager
def listens(
    listening: AbstractAsyncContextManager[str], loop: asyncio.AbstractEventLoop | None = None
) -> Generator[str]:
    """Let a stand-in listen on a loop in a thread of its own; gives its address."""
    loop = loop or asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE_SECONDS)

    stack = AsyncExitStack()
    try:
        yield run(stack.enter_async_context(listening))
    finally:
        run(_all_others_end())
        run(stack.aclose())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE_SECONDS)
        loop.close()


def talks_to(url: str) -> dict[str, str]:
    """Return the settings with which Toney talks to a model at an address."""
    return {"ANTHROPIC_API_KEY": "a key for tests", "ANTHROPIC_BASE_URL": url}


def wants_a_value(body: Body) -> bool:
    """Return True if a request asks for structured output."""
    return bool(body.get("output_config", {}).get("format"))


async def _all_others_end() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
