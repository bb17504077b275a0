"""Timeouts of a model call.

A stream that drips or only pings never ends by itself, and the SDK waits out
any `retry-after`: so every wait here has an end.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from coaching.errors import LLMTimeout, LLMUnavailable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from coaching.llm.roles import Deadlines

DRAIN_SECONDS = 1.0


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


async def drain(chunks: AsyncIterator[bytes]) -> None:
    """Read what follows the last event, so that the connection can be used again."""
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in chunks:
                pass
    except TimeoutError:
        return
