"""A stand-in for the places where something is looked up: it listens, and answers by a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from pydantic import SecretStr

from coaching.clock import SystemClock
from coaching.settings import Settings
from coaching.tools import Tool, coach_tools
from coaching.web import Lookups
from tests.support import model_http
from tests.support.model_server import FOREVER, Cut, Play, _played

JSON = {"content-type": "application/json; charset=utf-8"}
HTML = {"content-type": "text/html; charset=utf-8"}
KEY = "BSA-not-for-anybody"
SILENT = Play(before=FOREVER)
GONE = Play(status=0)
MISSING = Play((b'{"title": "Not found."}',), status=404, headers=JSON)


@dataclass(frozen=True)
class Asked:
    """One request: what somebody outside sees of a person."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]


Answering = Play | Callable[[Asked], Play]


def answers(content: object, *, status: int = 200, **headers: str) -> Play:
    """Answer with JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Play((json.dumps(content).encode(),), status=status, headers={**JSON, **named})


def leads_to(location: str, status: int = 302) -> Play:
    """Answer with a redirect."""
    return Play((b"{}",), status=status, headers={**JSON, "location": location})


def results(*found: Mapping[str, str]) -> Play:
    """Answer as Brave does."""
    return answers({"type": "search", "web": {"type": "search", "results": list(found)}})


def summary(title: str, extract: str, kind: str = "standard") -> Play:
    """Answer as Wikipedia does with the summary of a page."""
    return answers({"type": kind, "title": title, "extract": extract, "lang": "en"})


def pages(*found: Mapping[str, Any]) -> Play:
    """Answer as Wikipedia's search does."""
    return answers({"pages": list(found)})


class Outside:
    """Plays its script request by request; when it is over, `then` answers."""

    def __init__(self, *plays: Answering, then: Answering = GONE) -> None:
        self._plays, self._then = list(plays), then
        self.asked: list[Asked] = []
        self.is_asked = asyncio.Event()

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[str]:
        """Listen on this machine; gives the address for BRAVE_BASE_URL or WIKIPEDIA_BASE_URL."""
        listener = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        async with listener:
            yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await model_http.serve(reader, writer, self._answer, _played)

    def _answer(self, _body: bytes, headers: Mapping[str, str]) -> Play:
        target = urlsplit(headers[model_http.TARGET])
        query = {name: values[0] for name, values in parse_qs(target.query).items()}
        asked = Asked(unquote(target.path), query, headers)
        self.asked.append(asked)
        self.is_asked.set()
        play = self._plays.pop(0) if self._plays else self._then
        return play(asked) if callable(play) else play


FAULTS: dict[str, tuple[Play, str]] = {
    "gone": (GONE, "down"),
    "silent": (SILENT, "timeout"),
    "asked too often": (answers({"error": {}}, status=429, retry_after="3600"), "busy"),
    "broken inside": (answers({}, status=500), "down"),
    "being mended": (Play((b"<h1>Soon</h1>",), status=503, headers=HTML), "down"),
    "a wrong key": (answers({"error": {}}, status=401), "refused"),
    "a page in its place": (Play((b"<html>Sign in</html>",), headers=HTML), "not_json"),
    "another shape": (answers(["nothing", "like", "it"]), "shape"),
    "half of it": (Play((b'{"type": "sea',), headers=JSON), "shape"),
    "cut off": (Play((b'{"type": ', Cut()), headers=JSON), "down"),
    "endless": (Play((b" " * 65_536,) * 40, headers=JSON), "too_large"),
    "packed": (answers({}, content_encoding="gzip"), "packed"),
    "elsewhere": (leads_to("http://127.0.0.2/take"), "redirect"),
    "in circles": (leads_to("/res/again"), "redirect"),
}
"""What can be wrong with an answer, and the word for it."""


def every_tool() -> tuple[Tool, ...]:
    """Return the tools of an engine that may look things up everywhere."""
    settings = Settings.model_construct(brave_search_api_key=SecretStr(KEY))
    return coach_tools(Lookups.of(settings, SystemClock()))
