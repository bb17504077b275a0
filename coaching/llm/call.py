"""Call of the Messages API, from the request's body to the port's events, with its timeouts.

A stream that drips or only pings never ends by itself, and the SDK waits out
any `retry-after`: so every wait here has an end.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.errors import LLMTimeout, LLMUnavailable, OutsideWorld
from coaching.llm.assembly import SIGNS_OF_LIFE, Assembler
from coaching.llm.json_values import as_object
from coaching.llm.port import Done, facts_of
from coaching.llm.sse import EventReader
from coaching.llm.wire import characters_in
from coaching.model_settings import LOCAL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Mapping

    from pydantic import JsonValue

    from coaching.llm.anthropic_client import MessagesClient
    from coaching.llm.json_values import Object
    from coaching.llm.port import Event
    from coaching.llm.roles import Deadlines, ModelChoice, RolePlan

DRAIN_SECONDS = 1.0


class Call:
    """Asks one model once; a failure carries what it still told us."""

    def __init__(self, plan: RolePlan, choice: ModelChoice, body: Object) -> None:
        self._plan = plan
        self._choice = choice
        self._body = body
        self._request_id = ""
        self._assembler = Assembler(sent=lambda: characters_in(body))

    @property
    def has_begun(self) -> bool:
        """Return True if a reply began: from then on, asking again would say it twice."""
        return self._assembler.started

    async def events(self, client: MessagesClient) -> AsyncGenerator[Event, None]:
        """Yield what comes and one `Done` at the end, or raise one of our errors."""
        watchdog = Watchdog(self._plan.deadlines)
        try:
            async with AsyncExitStack() as stack:
                async with watchdog.head():
                    opened = client.open(self._body, self._plan.deadlines)
                    answer = await stack.enter_async_context(opened)
                self._request_id = answer.request_id
                if self._plan.streamed:
                    reader = EventReader()
                    while not self._assembler.ended:
                        chunk = await watchdog.next(answer.chunks)
                        if chunk is None:
                            break
                        for event in self._taken(reader.feed(chunk), watchdog):
                            yield event
                else:
                    whole = json.loads(await watchdog.whole(answer.chunks))
                    self._assembler.take_whole(as_object(whole))
                for event in self._assembler.result():
                    yield self._signed(event)
                await _drain(answer.chunks)
        except OutsideWorld as fault:
            request_id = self._request_id or facts_of(fault).request_id
            facts = self._assembler.facts(self._choice.model, request_id)
            fault.facts = replace(facts, model=self._kept_name(facts.model))
            raise

    def _taken(
        self, events: Iterable[Mapping[str, JsonValue]], watchdog: Watchdog
    ) -> Generator[Event]:
        for event in events:
            if event.get("type") in SIGNS_OF_LIFE:
                watchdog.alive()
            said = self._assembler.take(event)
            if said is not None:
                yield said

    def _signed(self, event: Event) -> Event:
        if not isinstance(event, Done):
            return event
        return replace(event, request_id=self._request_id, model=self._kept_name(event.model))

    def _kept_name(self, model: str) -> str:
        return f"{LOCAL}{model or self._choice.model}" if self._plan.is_local else model


class Watchdog:
    """The deadlines of one call, on the event loop's clock. It starts when it is made."""

    def __init__(self, deadlines: Deadlines) -> None:
        self._now = asyncio.get_running_loop().time
        self._deadlines = deadlines
        started = self._now()
        self._head_at = started + deadlines.head
        self._total_at = started + deadlines.total
        self._silent_at = started + deadlines.first_token
        self._silence = "first_token"

    @asynccontextmanager
    async def head(self) -> AsyncGenerator[None]:
        """Limit the wait for an answer at all, with every retry and every pause between them."""
        try:
            async with asyncio.timeout_at(self._head_at):
                yield
        except TimeoutError as error:
            raise LLMUnavailable("no answer in time", kind="no_answer") from error

    def alive(self) -> None:
        """Restart the silence: a sign of life came."""
        self._silent_at = self._now() + self._deadlines.gap
        self._silence = "gap"

    async def next(self, chunks: AsyncIterator[bytes]) -> bytes | None:
        """Return the next chunk, None at the end; raise `LLMTimeout` when it takes too long."""
        try:
            async with asyncio.timeout_at(min(self._silent_at, self._total_at)):
                return await anext(chunks, None)
        except TimeoutError as error:
            late = "total" if self._total_at <= self._silent_at else self._silence
            raise LLMTimeout(f"no {late} in time", kind=f"timeout_{late}") from error

    async def whole(self, chunks: AsyncIterator[bytes]) -> bytes:
        """Return everything there is, within the total time."""
        self._silent_at = self._total_at
        pieces: list[bytes] = []
        while (chunk := await self.next(chunks)) is not None:
            pieces.append(chunk)
        return b"".join(pieces)


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Read what follows the last event, so that the connection can be used again."""
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in chunks:
                pass
    except TimeoutError:
        return
