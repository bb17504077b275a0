"""A model that says what it is told to, at the pace it is told to: for tests of time and order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import BaseModel

from coaching.llm.port import Done, Parsed, TextDelta, Usage
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.llm.port import Event, Request
    from coaching.values.chips import Chip

T = TypeVar("T", bound=BaseModel)
REPLY = ("That took ", "courage. ", "What did ", "you see?")


class Talker:
    """Says `pieces`; with `hold_after` it waits behind that many until `go_on()`.

    `errors` are raised, one per request, behind `hold_after` pieces or at once.
    """

    reads_context = False

    def __init__(
        self,
        *pieces: str,
        hold_after: int | None = None,
        errors: tuple[Exception, ...] = (),
        name: Literal["claude", "offline"] = "claude",
        chips: tuple[Chip, ...] = (),
    ) -> None:
        self.name: Literal["claude", "offline"] = name
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._pieces = pieces or REPLY
        self._hold_after = hold_after
        self._errors = list(errors)
        self.chips = chips
        self._always: Exception | None = None
        self._at_once = 0
        self._holding = asyncio.Event()
        self._released = asyncio.Event()

    async def is_holding(self) -> None:
        """Wait until it waits."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._holding.wait()

    def go_on(self) -> None:
        """Let it speak on, now and from now on."""
        self._released.set()

    def says(self, *pieces: str) -> None:
        """Say something else from now on."""
        self._pieces = pieces

    def fail_from_now_on(self, error: Exception) -> None:
        """Answer every further request with this error, before any text."""
        self._always = error

    async def stream(self, request: Request) -> AsyncGenerator[Event]:
        self.requests.append(request)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self._always is not None:
                raise self._always
            error = self._errors.pop(0) if self._errors else None
            for said, piece in enumerate(self._pieces):
                await self._pause(said, error)
                yield TextDelta(piece)
            await self._pause(len(self._pieces), error)
            yield replace(_done("".join(self._pieces)), chips=self.chips)
        finally:
            self._at_once -= 1

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """See nothing, as the Observer mostly does."""
        seen = schema.model_validate({"signals": [], "safety_level": "none"})
        return Parsed(seen, Usage(), request.role)

    async def _pause(self, said: int, error: Exception | None) -> None:
        if self._hold_after is not None and said != self._hold_after:
            return
        if error is not None:
            raise error
        if self._hold_after is not None:
            self._holding.set()
            await self._released.wait()


def _done(text: str) -> Done:
    return Done(
        stop_reason="end_turn",
        content=({"type": "text", "text": text},),
        usage=Usage(input_tokens=10, output_tokens=5),
        model="claude-sonnet-5-5",
    )
