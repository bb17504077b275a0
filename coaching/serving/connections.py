"""Open sockets and streams: whose they are, how many, how fast, and their end with the session.

A session that was ended, or locked, is noticed within two seconds, whichever process or command
ended it. What the app holds of a tab has another name for each session and for nobody, so what is
still under way for one can't reach the next one's socket. Loopback has no limits by address: it is
this machine, or a proxy that stands for everybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode
from weakref import WeakValueDictionary

import structlog

from coaching.errors import ToneyError
from coaching.serving.addresses import address_key
from coaching.serving.asgi import header
from coaching.serving.child import STOPPING
from coaching.serving.cookies import read_cookie, says_locked

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Mapping
    from uuid import UUID

    from coaching.serving.asgi import App, Message, Receive, Scope, Send

SOCKETS_PER_PERSON = 30
SOCKETS_PER_ADDRESS = 60
"""Of visitors who are not signed in."""
EVENTS_AT_ONCE = 60
EVENTS_PER_SECOND = 15.0
LOOK_SECONDS = 2.0
END_SECONDS = 1.0
"""For the end of a connection whose other side doesn't read: the next look tries again."""
FREE_AFTER_SECONDS = 20.0
TRY_AGAIN_LATER = 1013
SESSION_ENDED = 4401
_NAME_LENGTH = 32
_STREAMS = ("/api/chat", "/api/turns/")
log = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True, weakref_slot=True)
class Pace:
    """So many events at once, then so many a second: whoever sends more is read more slowly."""

    left: float = EVENTS_AT_ONCE
    at: float = field(default_factory=time.monotonic)

    def wait(self) -> float:
        """Count an event; return for how long the next one is not to be read."""
        now = time.monotonic()
        self.left = min(EVENTS_AT_ONCE, self.left + (now - self.at) * EVENTS_PER_SECOND) - 1
        self.at = now
        return max(0.0, -self.left / EVENTS_PER_SECOND)


@dataclass(eq=False, slots=True)
class _Open:
    """A socket or a stream; `key` is how its session or API token is stored."""

    key: str
    whose: Hashable
    end: Callable[[], Awaitable[None]]


class Connections:
    """Keeps the sockets and streams of an app.

    `key_of` turns a cookie and an Authorization header into how a session or token is stored,
    `owners` says whose such keys are, and leaves out those that let nobody in any more; `forget`
    frees what a tab holds, if it belongs to nobody.
    """

    def __init__(
        self,
        app: App,
        *,
        cookie: str,
        key_of: Callable[[str, str], str],
        owners: Callable[[Collection[str]], Awaitable[Mapping[str, UUID]]],
        forget: Callable[[str], None],
    ) -> None:
        self._app = app
        self._cookie = cookie
        self._key_of = key_of
        self._owners = owners
        self._forget = forget
        self._open: set[_Open] = set()
        self._tabs: Counter[str] = Counter()
        self._paces: WeakValueDictionary[Hashable, Pace] = WeakValueDictionary()
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(_STREAMS):
            await self._stream(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = self._key(scope)
        owner = (await self._owners([key])).get(key) if key else None
        whose = owner or address_key(scope.get("client"))
        if self._has_too_many(owner, whose):
            log.info("too_many_sockets", person=str(owner or ""))
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        # Each visitor without an address of their own has a pace of their own.
        pace = self._pace(whose or object())
        is_over = is_told = False
        ended: Message = {"type": "websocket.disconnect", "code": SESSION_ENDED}

        async def end() -> None:
            nonlocal is_over, is_told
            is_over = True
            if not is_told:
                await send({"type": "websocket.close", "code": SESSION_ENDED})
                is_told = True

        async def unhurried() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and (seconds := pace.wait()):
                await asyncio.sleep(seconds)
            return ended if is_over else message  # who can't be told may still send

        async def unless_over(message: Message) -> None:
            if not is_over:
                await send(message)

        tab, scope = _of_session(scope, key if owner else "")
        async with self._kept(_Open(key if owner else "", whose, end)), self._in_a_tab(tab, owner):
            await self._app(scope, unhurried, unless_over)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        ended = asyncio.Event()

        async def end() -> None:
            ended.set()

        stopping: asyncio.Event | None = scope.get(STOPPING)
        also = asyncio.create_task(_pass_on(stopping, ended)) if stopping else None
        scope[STOPPING] = ended
        try:
            async with self._kept(_Open(self._key(scope), None, end)):
                await self._app(scope, receive, send)
        finally:
            if also is not None:
                also.cancel()

    def _key(self, scope: Scope) -> str:
        """Return how the session is stored; a browser that has locked the app has none."""
        cookies = header(scope, b"cookie")
        cookie = "" if says_locked(cookies) else read_cookie(cookies, self._cookie)
        return self._key_of(cookie, header(scope, b"authorization"))

    def _has_too_many(self, owner: UUID | None, whose: Hashable) -> bool:
        most = SOCKETS_PER_PERSON if owner else SOCKETS_PER_ADDRESS
        return whose is not None and sum(one.whose == whose for one in self._open) >= most

    def _pace(self, whose: Hashable) -> Pace:
        pace = self._paces.get(whose) or Pace()
        self._paces[whose] = pace
        return pace

    @asynccontextmanager
    async def _kept(self, one: _Open) -> AsyncGenerator[None]:
        self._open.add(one)
        if one.key and (self._watching is None or self._watching.done()):
            self._watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self._open.discard(one)

    @asynccontextmanager
    async def _in_a_tab(self, tab: str, owner: UUID | None) -> AsyncGenerator[None]:
        """Have what a visitor's tab holds freed a while after its last connection."""
        self._tabs[tab] += 1
        try:
            yield
        finally:
            self._tabs[tab] -= 1
            if not self._tabs[tab]:
                del self._tabs[tab]
                if owner is None:
                    loop = asyncio.get_running_loop()
                    loop.call_later(FREE_AFTER_SECONDS, self._forget_unless_back, tab)

    def _forget_unless_back(self, tab: str) -> None:
        if tab not in self._tabs:
            self._forget(tab)

    async def _watch(self) -> None:
        while keys := {one.key for one in self._open if one.key}:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                ended = keys - (await self._owners(keys)).keys()
                await asyncio.gather(*(_end(one) for one in self._open if one.key in ended))
            except ToneyError:  # the database is away: whoever is in stays in, and gets no answer
                continue
            except Exception:
                log.exception("sessions_not_looked_at")


async def _end(one: _Open) -> None:
    """End a connection; that it is closed already, or hangs, is no error."""
    with suppress(OSError, RuntimeError, TimeoutError):
        async with asyncio.timeout(END_SECONDS):
            await one.end()


async def _pass_on(first: asyncio.Event, then: asyncio.Event) -> None:
    await first.wait()
    then.set()


def _of_session(scope: Scope, key: str) -> tuple[str, Scope]:
    """Return the name of what this tab holds for a session, and the connection under that name."""
    query: bytes = scope["query_string"]
    asked = dict(parse_qsl(query.decode("latin-1")))
    if not asked.get("token"):
        return "", scope
    tab = hashlib.sha256(f"{asked['token']} {key}".encode()).hexdigest()[:_NAME_LENGTH]
    return tab, {**scope, "query_string": urlencode({**asked, "token": tab}).encode()}
