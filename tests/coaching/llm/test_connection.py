"""The adapter and a server with real connections, both on this machine."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

import pytest

from coaching.errors import LLMCut
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.port import TextDelta
from tests.support.model_asking import heard, listening_claude, request
from tests.support.model_events import reply, sse, start, stored, text_block
from tests.support.model_server import Cut, ModelServer, Pause, Until, canned, fails, streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings


async def test_replies_come_over_one_connection_one_after_the_other() -> None:
    server = ModelServer(then=streams(reply("fine")))
    async with server.listening() as url:
        llm = listening_claude(url)
        texts = [(await heard(llm, request())).text for _ in range(3)]
        await llm.close()

    assert texts == ["fine"] * 3
    assert server.connections == 1


async def test_a_connection_that_is_reset_in_mid_stream_is_a_cut() -> None:
    said = asyncio.Event()
    server = ModelServer([streams(sse(start(), *text_block("half")[:2]), Until(said), Cut())])
    async with server.listening() as url:
        llm = listening_claude(url)
        async with aclosing(llm.stream(request())) as stream:
            assert await anext(stream) == TextDelta("half")
            said.set()
            with pytest.raises(LLMCut):
                await anext(stream)
        await llm.close()


async def test_whoever_stops_listening_lets_the_connection_go() -> None:
    server = ModelServer([streams(sse(start(), *text_block("one")[:2]), Pause(60))])
    async with server.listening() as url:
        llm = listening_claude(url)
        async with aclosing(llm.stream(request())) as stream:
            assert await anext(stream) == TextDelta("one")
        await llm.close()


async def test_a_stopped_turn_ends_the_call_at_once() -> None:
    said = asyncio.Event()

    async def listen(llm: AnthropicLLM) -> None:
        async with aclosing(llm.stream(request())) as stream:
            async for _ in stream:
                said.set()

    server = ModelServer([streams(sse(start(), *text_block("one")[:2]), Pause(60))])
    async with server.listening() as url:
        llm = listening_claude(url)
        task = asyncio.ensure_future(listen(llm))
        await said.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await llm.close()


async def test_the_stand_in_answers_every_role() -> None:
    server = ModelServer(then=canned(["Hello ", "there."]))
    async with server.listening() as url:
        llm = listening_claude(url)
        found = await heard(llm, request())
        await llm.close()

    assert found.text == "Hello there."


async def test_the_stand_in_refuses_what_the_service_would_refuse() -> None:
    server = ModelServer(then=streams(stored("text")))

    play = server.answer(b'{"model": "m", "messages": [], "temperature": 0.7}', {})

    assert play.status == fails(400).status
    [said] = play.pieces
    assert b"temperature" in cast("bytes", said)


async def test_without_a_transport_a_test_cannot_reach_the_service(settings: Settings) -> None:
    llm = AnthropicLLM(settings)

    with pytest.raises(RuntimeError, match="real service"):
        await llm.prepare()


async def test_a_server_on_this_machine_may_be_asked(
    make_settings: Callable[..., Settings],
) -> None:
    llm = AnthropicLLM(make_settings(anthropic_base_url="http://127.0.0.1:4221"))

    await llm.prepare()
    await llm.close()


@pytest.mark.journey
def test_importing_the_adapter_does_not_import_the_sdk() -> None:
    code = (
        "import sys, coaching.llm.anthropic_llm;"
        "sys.exit(bool({'anthropic', 'httpx2'} & set(sys.modules)))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
