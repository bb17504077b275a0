"""Waiting for something that has no event: asked again and again, with a limit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PATIENCE_SECONDS = 30.0
"""How long a test waits for what must come, on a machine that is busy: a limit, no figure."""


async def until(
    is_so: Callable[[], bool | Awaitable[bool]], *, seconds: float = PATIENCE_SECONDS
) -> None:
    """Return when the condition holds; fail when it does not in time."""
    async with asyncio.timeout(seconds):
        while not await _answer(is_so()):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)


async def _answer(said: bool | Awaitable[bool]) -> bool:
    return said if isinstance(said, bool) else await said
