"""Text on its way out: the first piece at once, then whatever gathered in 27 ms as one event."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

WINDOW_SECONDS = 0.027


class Coalescer:
    """Gathers deltas so that a fast model costs forty events a second, and a slow one no wait."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._pieces: list[str] = []
        self._sent_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.Task[None] | None = None

    async def push(self, text: str) -> None:
        """Send the text now or with what follows within the window."""
        self._pieces.append(text)
        if self._timer is None:
            wait = self._sent_at + WINDOW_SECONDS - self._loop.time()
            if wait <= 0:
                await self.flush()
            else:
                self._timer = self._loop.call_later(wait, self._begin)

    async def flush(self) -> None:
        """Send what has gathered, behind what is being sent; call it before any other event."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._sending is not None:
            sending, self._sending = self._sending, None
            await sending
        await self._send_all()

    def _begin(self) -> None:
        self._timer = None
        earlier = self._sending
        self._sending = self._loop.create_task(self._send_all(earlier))

    async def _send_all(self, earlier: asyncio.Task[None] | None = None) -> None:
        if earlier is not None:
            await earlier
        if self._pieces:
            text, self._pieces = "".join(self._pieces), []
            self._sent_at = self._loop.time()
            await self._send(text)
