"""The page's stream: compressed, and yet every event can be read when it was sent."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from coaching.values.events import Delta, Numbered
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
