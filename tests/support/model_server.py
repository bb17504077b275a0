"""A stand-in for the Messages API on this machine: scripted, strict, and as unkind as the real one.

Inside a test: `ModelServer([streams(...), fails(529)]).transport()` is an httpx2 transport.
For browser journeys and the benchmark it listens: `async with server.listening() as url`, or

    python -m tests.support.model_server --port 4220 --ttft 0.3 --rate 60 --tokens 240
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.support import model_batches, model_http
from tests.support.api_rules import problems_in
from tests.support.model_batches import Batches
from tests.support.model_events import end, error_body, sse, start, text_block, whole
from tests.support.model_events import overloaded as busy
from tests.support.model_samples import sample_for

JSON = {"content-type": "application/json"}
EVENTS = {"content-type": "text/event-stream; charset=utf-8"}
FOREVER = 10_000.0


@dataclass(frozen=True)
class Pause:
    """Nothing comes for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Until:
    """Nothing comes before this has happened."""

    event: asyncio.Event


@dataclass(frozen=True)
class Cut:
    """The connection breaks off here."""


Piece = bytes | Pause | Until | Cut
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Play:
    """What happens to one request. `before` seconds pass until the head; status 0 is no server."""

    pieces: Iterable[Piece] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: EVENTS)
    before: float = 0.0


Answering = Play | Callable[[Body], Play]


def streams(*pieces: Piece, before: float = 0.0) -> Play:
    """Answer with server-sent events."""
    return Play(pieces, before=before)


def answers(content: bytes, **headers: str) -> Play:
    """Answer with one JSON document."""
    return Play((content,), headers={**JSON, **headers})


def fails(status: int, error_type: str = "api_error", *, code: str = "", **headers: str) -> Play:
    """Answer with an error; `retry_after="1"` becomes a header."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    details = {"error_code": code} if code else {}
    return Play((error_body(error_type, **details),), status=status, headers={**JSON, **named})


NO_SERVER = Play(status=0)
SILENCE = Play(before=FOREVER)


class ModelServer:
    """Plays its script request by request; when it is over, `then` answers (default: refuse)."""

    def __init__(self, plays: Sequence[Answering] = (), *, then: Answering | None = None) -> None:
        self._plays = list(plays)
        self._then = then
        self.bodies: list[Body] = []
        self.headers: list[Mapping[str, str]] = []
        self.connections = 0
        self.batches = Batches()
        self.has_batches = True
        self.refuses_batches: Play | None = None

    def script(self, *plays: Answering) -> None:
        """Add to what is answered next."""
        self._plays += plays

    def answer(self, raw: bytes, headers: Mapping[str, str]) -> Play:
        """Record a request and say what happens to it."""
        target = headers.get(model_http.TARGET, "")
        if target.startswith(model_batches.PATH):
            return self._of_batches(headers.get(model_http.METHOD, "GET"), target, raw)
        body = json.loads(raw)
        self.bodies.append(body)
        self.headers.append({name.lower(): value for name, value in headers.items()})
        problems = problems_in(body)
        if problems:
            return fails(400, f"invalid_request_error: {'; '.join(problems)}")
        play = self._plays.pop(0) if self._plays else self._then
        if play is None:
            return fails(418, "the script of this test is over", x_should_retry="false")
        return play(body) if callable(play) else play

    def _of_batches(self, method: str, target: str, raw: bytes) -> Play:
        if not self.has_batches:
            return fails(404, "not_found_error")
        if self.refuses_batches is not None:
            return self.refuses_batches
        status, kind, said = self.batches.answer(method, target, raw)
        return Play((said,), status=status, headers={"content-type": kind})

    def transport(self) -> httpx2.AsyncBaseTransport:
        """Return a transport that never leaves the process and waits on the loop's own clock."""
        return _Transport(self)

    @asynccontextmanager
    async def listening(self, port: int = 0) -> AsyncGenerator[str]:
        """Listen on this machine; gives the address for ANTHROPIC_BASE_URL."""
        listener = await asyncio.start_server(self._connected, "127.0.0.1", port, limit=2**24)
        async with listener:
            yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await model_http.serve(reader, writer, self.answer, _played)


class _Transport(httpx2.AsyncBaseTransport):
    def __init__(self, server: ModelServer) -> None:
        self._server = server

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        asked = {
            **request.headers,
            model_http.METHOD: request.method,
            model_http.TARGET: request.url.path,
        }
        play = self._server.answer(await request.aread(), asked)
        await asyncio.sleep(play.before)
        if not play.status:
            raise httpx2.ConnectError("no server", request=request)
        headers = {**play.headers, "request-id": model_http.REQUEST_ID}
        return httpx2.Response(play.status, headers=headers, stream=_Body(play), request=request)


class _Body(httpx2.AsyncByteStream):
    def __init__(self, play: Play) -> None:
        self._play = play

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in _played(self._play):
            if chunk is None:
                raise httpx2.RemoteProtocolError("peer closed the connection")
            yield chunk


async def _played(play: Play) -> AsyncIterator[bytes | None]:
    """Yield the bytes at their time; None is a broken connection."""
    for piece in play.pieces:
        if isinstance(piece, Pause):
            await asyncio.sleep(piece.seconds)
        elif isinstance(piece, Until):
            await piece.event.wait()
        else:
            yield None if isinstance(piece, Cut) else piece


def canned(words: Sequence[str], *, ttft: float = 0.0, rate: float = 0.0) -> Callable[[Body], Play]:
    """Answer every request: words at `rate` a second for chat, a fitting value for a schema."""

    def play(body: Body) -> Play:
        schema = body.get("output_config", {}).get("format", {}).get("schema")
        text = sample_for(schema) if schema else None
        if not body.get("stream"):
            return answers(whole(text or "".join(words)))
        pace = [Pause(1 / rate)] if rate and not schema else []
        first, *deltas, last = text_block(*([text] if text else words))
        timed = [piece for delta in deltas for piece in (*pace, sse(delta))]
        opening = sse(start(body["model"]), first)
        return streams(opening, Pause(ttft), *timed, sse(last, *end()))

    return play


TROUBLE = {
    "cut": streams(sse(start(), *text_block("You opened it, and ")[:2]), Cut()),
    "overloaded": streams(sse(start(), *text_block("You opened it, and ")[:2], busy())),
    "down": fails(529, "overloaded_error", x_should_retry="false"),
}


async def _serve(arguments: argparse.Namespace) -> None:
    numbered = "".join(f"word{n:03d} " for n in range(1, arguments.tokens + 1))
    words = re.findall(r"\S+\s*", arguments.say or numbered)
    server = ModelServer(
        [TROUBLE[name] for name in arguments.first],
        then=canned(words, ttft=arguments.ttft, rate=arguments.rate),
    )
    async with server.listening(arguments.port) as url:
        print(url, flush=True)  # noqa: T201 - a command
        await asyncio.Event().wait()


def main() -> None:
    """Listen until the process is ended."""
    parser = argparse.ArgumentParser(description="A stand-in for the Messages API.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ttft", type=float, default=0.3, help="seconds to the first token")
    parser.add_argument("--rate", type=float, default=60.0, help="tokens a second")
    parser.add_argument("--tokens", type=int, default=240, help="tokens of a reply")
    parser.add_argument("--say", default="", help="the reply, instead of numbered words")
    parser.add_argument(
        "--first", nargs="*", choices=TROUBLE, default=[], help="what goes wrong before all is well"
    )
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
