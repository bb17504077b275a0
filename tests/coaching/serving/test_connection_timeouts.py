from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import pytest
import uvicorn

from coaching.serving import connection_timeouts
from coaching.serving.asgi import respond
from coaching.serving.connection_timeouts import Patience
from coaching.serving.socket_compression import Socket
from tests.support.waiting import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.serving.asgi import Receive, Scope, Send

SHORT = 0.2


async def slow_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Take longer than any request may, then say how long the body was."""
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message.get("body", b""))
        more = message.get("more_body", False)
    late = asyncio.Event()
    asyncio.get_running_loop().call_later(SHORT * 3, late.set)
    await late.wait()
    await respond(send, 200, str(length).encode(), "text/plain")


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[int]:
    monkeypatch.setattr(connection_timeouts, "HEADERS_SECONDS", SHORT)
    monkeypatch.setattr(connection_timeouts, "BODY_SECONDS", SHORT)
    server = uvicorn.Server(
        uvicorn.Config(
            slow_app,
            http=Patience,
            ws=Socket,
            lifespan="off",
            log_config=None,
            proxy_headers=False,
        )
    )
    with contextlib.suppress(asyncio.CancelledError):
        listener = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve([listener]))
        await until(lambda: server.started)
        yield listener.getsockname()[1]
        server.should_exit = True
        await running


async def answer_to(port: int, said: bytes) -> bytes:
    """Say something and nothing more; return what comes until the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    except ConnectionError:
        return b""
    finally:
        writer.close()


HALF = {
    "nothing": b"",
    "half a line": b"GET /hea",
    "half of the headers": b"GET /health HTTP/1.1\r\nHost: here\r\n",
    "half of a body": b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc",
    "a second one, begun": b"GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\n",
}


@pytest.mark.parametrize("said", HALF.values(), ids=HALF)
async def test_a_request_that_does_not_become_whole_is_given_up(port: int, said: bytes) -> None:
    began = asyncio.get_running_loop().time()
    await answer_to(port, said)
    assert asyncio.get_running_loop().time() - began < SHORT * 10


WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


async def test_an_answer_may_take_its_time(port: int) -> None:
    said = b"POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"
    answer = await answer_to(port, said)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"3")


async def test_one_address_opens_so_many_connections_and_gets_them_back(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_timeouts, "HEADERS_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(connection_timeouts, "CONNECTIONS_PER_ADDRESS", 2)
    monkeypatch.setattr(connection_timeouts, "address_key", lambda _: "far away")
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
    await until(lambda: Patience._open["far away"] == 2)
    assert await answer_to(port, WHOLE) == b""
    held[0][1].close()
    await until(lambda: Patience._open["far away"] == 1)
    assert (await answer_to(port, WHOLE)).startswith(b"HTTP/1.1 200")
    held[1][1].close()
    await until(lambda: not Patience._open)
