"""The engine of this process: built when the server starts, stopped when it ends.

Reflex makes states itself, so nothing can be handed to them; this is the one handle they share
with the API.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from coaching import bootstrap
from coaching.conversation import rehearse
from coaching.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.bootstrap import Coaching

log = structlog.get_logger(__name__)


class _Running:
    engine: Coaching | None = None


def engine() -> Coaching:
    """Return the running engine."""
    if _Running.engine is None:
        raise RuntimeError("the engine is not running: the server has not started")
    return _Running.engine


@contextlib.asynccontextmanager
async def running(built: Coaching | None = None) -> AsyncGenerator[Coaching]:
    """Run an engine for the life of the server; tests hand in their own."""
    started = built or bootstrap.build(read_settings())
    await started.start()
    _Running.engine = started
    try:
        yield started
    finally:
        _Running.engine = None
        await started.stop()


@contextlib.asynccontextmanager
async def lifespan() -> AsyncGenerator[None]:
    """Run the engine as a lifespan task of the app."""
    async with running() as started:
        rehearsal = asyncio.create_task(rehearse(started))
        rehearsal.add_done_callback(_tell_failure)
        try:
            yield
        finally:
            rehearsal.cancel()
            await asyncio.wait([rehearsal])


def _tell_failure(rehearsal: asyncio.Task[None]) -> None:
    """Log why a rehearsal failed: nobody waits for it, and the first message is only slower."""
    if not rehearsal.cancelled() and (error := rehearsal.exception()) is not None:
        log.warning("rehearsal_failed", error=type(error).__name__)
