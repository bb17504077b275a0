"""Wherever a stream is cut, what arrives is what was said, as text and as blocks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from coaching.llm.port import TextDelta
from coaching.serving import markdown
from coaching.values.events import Delta, Numbered
from tests.support.model_asking import heard, request, with_claude
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import ModelServer, streams
from toney_app.api.live import stream

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from coaching.llm.anthropic_llm import AnthropicLLM

SOURCES = {
    "a surrogate pair": "low 😀 high",
    "joined emoji": "a family 👨‍👩‍👧 walks",
    "a skin tone": "wave 👋🏽 back",
    "a flag": "in 🇦🇹 today",
    "a combining mark": "cafe\u0301 e\u0323\u0301",
    "a link": "see [the letter](https://example.org/a?b=1) now",
    "bold over emoji": "**one 👩‍🦰 step**\n\n- a\n- *b* 😀\n\n1. c",
}


def every_way(source: str) -> list[list[str]]:
    """Return every way to cut a text in two, also inside a surrogate pair, and into all units."""
    raw = source.encode("utf-16-le")
    cuts = [[raw[:cut], raw[cut:]] for cut in range(0, len(raw) + 1, 2)]
    units = [raw[at : at + 2] for at in range(0, len(raw), 2)]
    return [[part.decode("utf-16-le", "surrogatepass") for part in way] for way in [*cuts, units]]


def arrives(cuts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the deltas that the adapter makes of each reply."""
    plays = [streams(sse(start(), *text_block(*pieces), *end())) for pieces in cuts]

    async def ask(llm: AnthropicLLM) -> list[list[str]]:
        said = [await heard(llm, request()) for _ in plays]
        return [[e.text for e in one.events if isinstance(e, TextDelta)] for one in said]

    return with_claude(ModelServer(plays), ask)


async def shown(deltas: Sequence[str], *, as_blocks: bool) -> list[dict[str, Any]]:
    """Return the data of the frames that leave the server."""

    async def events() -> AsyncGenerator[Numbered]:
        for number, text in enumerate(deltas, 1):
            yield Numbered(number, Delta(text))

    frames = [frame async for frame in stream(events(), as_blocks=as_blocks)]
    lines = b"".join(frames).decode().splitlines()
    data = [json.loads(line[5:]) for line in lines if line.startswith("data:")]
    assert data.pop()["resumes"]  # it ended before its turn did
    return data


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_the_text_is_the_source_wherever_it_is_cut(source: str) -> None:
    for deltas in arrives(every_way(source)):
        assert "".join(deltas) == source
        assert not any("\ufffd" in delta or "\ud800" <= delta[-1:] <= "\udfff" for delta in deltas)


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
async def test_what_leaves_the_server_is_the_source_in_both_forms(source: str) -> None:
    whole = markdown.as_json(markdown.blocks(source))
    for first in range(len(source) + 1):
        deltas = [piece for piece in (source[:first], source[first:]) if piece]
        texts = await shown(deltas, as_blocks=False)
        assert "".join(data["text"] for data in texts) == source
        blocks: list[Any] = []
        for data in await shown(deltas, as_blocks=True):
            blocks[data["at"] :] = data["blocks"]
        assert blocks == whole
