"""Waiting for something that has no event: asked again and again, with a limit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def until(is_so: Callable[[], Awaitable[bool]], *, seconds: float = 10) -> None:
    """Return when the condition holds; fail when it does not in time."""
    async with asyncio.timeout(seconds):
        while not await is_so():
            await asyncio.sleep(0.01)
