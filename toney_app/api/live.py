"""The stream of one turn: events as they happen, a sign of life while they don't."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from typing import TYPE_CHECKING

import structlog

from coaching.errors import OutsideWorld, ToneyError
from coaching.serving import markdown
from coaching.values.events import Delta, Numbered, TurnDone, TurnError, TurnStarted
from toney_app.api.sse import KEEP_ALIVE, RETRY, encode, frame

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

KEEP_ALIVE_SECONDS = 15.0
UNFINISHED = TurnError(
    OutsideWorld.code,
    "This stream ended early. Your message is safe, and the answer goes on: listen again.",
    retryable=False,
    partial_text="",
    resumes=True,
)
_GZIP_OF_8_KB = 16 + 13
"""A gzip header, and a window that holds a long block: 64 kB while a reply runs, not 256."""


async def stream(
    events: AsyncGenerator[Numbered],
    *,
    as_blocks: bool = False,
    closing: asyncio.Event | None = None,
    keep_alive: float = KEEP_ALIVE_SECONDS,
) -> AsyncGenerator[bytes]:
    """Yield a turn's events as bytes; ends with the turn, or when the server closes.

    The turn goes on when nobody reads: only the reading is cancelled here. A stream that ends
    before its turn says so with an `error` that `resumes`.
    """
    write = _Blocks() if as_blocks else encode
    yield RETRY
    last = Numbered(0, UNFINISHED)
    try:
        async with contextlib.aclosing(_with_pauses(events, closing, keep_alive)) as paced:
            async for numbered in paced:
                last = numbered or last
                yield KEEP_ALIVE if numbered is None else write(numbered)
    except ToneyError as error:
        _log.warning("stream_cut", error=type(error).__name__)
    if not isinstance(last.event, TurnDone | TurnError) or last.event is UNFINISHED:
        yield encode(Numbered(last.id, UNFINISHED))


async def compressed(frames: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Yield frames as one gzip stream that can be read up to each of them.

    A block that grows is sent whole with each piece of text; compressed, only the piece costs.
    """
    squeeze = zlib.compressobj(wbits=_GZIP_OF_8_KB, memLevel=6)
    async with contextlib.aclosing(frames):
        async for frame in frames:
            yield squeeze.compress(frame) + squeeze.flush(zlib.Z_SYNC_FLUSH)
    yield squeeze.flush()


async def _with_pauses(
    events: AsyncGenerator[Numbered], closing: asyncio.Event | None, pause: float
) -> AsyncGenerator[Numbered | None]:
    """Yield events, and None whenever nothing came for `pause` seconds."""
    closed = asyncio.ensure_future(closing.wait()) if closing else None
    following: asyncio.Future[Numbered] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(events))
            waiting = {following} if closed is None else {following, closed}
            done, _ = await asyncio.wait(
                waiting, timeout=pause, return_when=asyncio.FIRST_COMPLETED
            )
            if following in done:
                try:
                    numbered = following.result()
                except StopAsyncIteration:
                    return
                following = None
                yield numbered
            elif done:
                return
            else:
                yield None
    finally:
        for task in (following, closed):
            if task is not None:
                task.cancel()


_log = structlog.get_logger(__name__)


class _Blocks:
    """Encodes events with `blocks` in the place of `delta`: what the app's page reads."""

    def __init__(self) -> None:
        self._growing = markdown.Growing()

    def __call__(self, numbered: Numbered) -> bytes:
        if isinstance(numbered.event, TurnStarted):
            self._growing = markdown.Growing()
        if not isinstance(numbered.event, Delta):
            return encode(numbered)
        at, changed = self._growing.feed(numbered.event.text)
        return frame(numbered.id, "blocks", {"at": at, "blocks": markdown.as_json(changed)})
