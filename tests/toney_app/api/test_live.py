"""The page's stream: compressed, and yet every event can be read when it was sent."""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING

from coaching.errors import Unavailable
from coaching.values.events import Delta, Numbered, TurnError
from tests.support.api_client import new_message, read_events
from toney_app.api import live

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import httpx

WORDS = [f"word{number} " for number in range(120)]


async def _said() -> AsyncGenerator[Numbered]:
    for number, word in enumerate(WORDS, start=1):
        yield Numbered(number, Delta(word))


async def test_every_event_can_be_read_when_it_comes() -> None:
    plain = [frame async for frame in live.stream(_said(), as_blocks=True)]
    reader = zlib.decompressobj(wbits=31)
    sent = live.compressed(live.stream(_said(), as_blocks=True))
    assert [reader.decompress(chunk) async for chunk in sent] == [*plain, b""]
    assert reader.eof


async def test_a_stream_that_ends_before_its_turn_says_so() -> None:
    async def breaks() -> AsyncGenerator[Numbered]:
        yield Numbered(7, Delta("So "))
        raise Unavailable("the disk is full")

    async def goes_silent() -> AsyncGenerator[Numbered]:
        yield Numbered(7, Delta("So "))
        await asyncio.Event().wait()

    closing = asyncio.Event()
    closing.set()
    for events in (breaks(), goes_silent()):
        frames = [frame async for frame in live.stream(events, closing=closing)]
        last = read_events(b"".join(frames).decode())[-1]
        assert (last.id, last.kind) in {(7, "error"), (0, "error")}
        assert last.data["resumes"] is True
        assert last.data["code"] == "MODEL_UNAVAILABLE"
    frames = [frame async for frame in live.stream(_ended())]
    assert [event.kind for event in read_events(b"".join(frames).decode())] == ["error"]
    assert b'"resumes":false' in frames[-1]


async def _ended() -> AsyncGenerator[Numbered]:
    yield Numbered(9, TurnError("NOT_FOUND", "Gone.", retryable=False, partial_text=""))


async def test_a_growing_block_costs_what_is_new() -> None:
    whole = sum(
        [len(chunk) async for chunk in live.compressed(live.stream(_said(), as_blocks=True))]
    )
    assert whole < 4 * sum(map(len, WORDS))


async def test_only_the_pages_form_is_compressed_and_only_for_who_can_read_it(
    person: httpx.AsyncClient,
) -> None:
    async def encoding(form: str, accepted: str) -> str | None:
        answer = await person.post(
            f"/api/chat?form={form}",
            json=new_message("There is a drawer."),
            headers={"Accept-Encoding": accepted},
        )
        assert read_events(answer.text)[-1].kind == "done"
        return answer.headers.get("content-encoding")

    assert await encoding("blocks", "gzip, br") == "gzip"
    assert await encoding("blocks", "identity") is None
    assert await encoding("text", "gzip, br") is None
