"""Pages that a person named or a search returned: fetched behind the guard, as plain text.

Each page is asked for with a client of its own: no cookie, no proxy and no password of this machine
goes along, and nothing that is fetched is kept for anybody else.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import httpcore2
import structlog

from coaching.errors import LookupFailed
from coaching.web.client import CONNECT_SECONDS, READ_SECONDS, certificates
from coaching.web.extract import KINDS, extract
from coaching.web.injection_filter import asks
from coaching.web.network import GuardedNetwork, Target, target
from coaching.web.sanitise import lines, plain

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Awaitable, Callable

    from coaching.web.extract import Extracted

SECONDS = 10.0
"""For all of it: name, connection, redirects and body."""
MOST_BYTES = 4_000_000
"""Of a body, after unpacking."""
MOST_HOPS = 5
LONGEST_TITLE, LONGEST_TEXT = 120, 10_000
_OK, _REDIRECTS = 200, frozenset({301, 302, 303, 307, 308})
_PACKED = {"": None, "identity": None, "gzip": 31, "x-gzip": 31, "deflate": 15}
"""Content encodings and zlib's window bits for them; a browser's others are not asked for."""
_HEADERS: dict[bytes | str, bytes | str] = {
    "User-Agent": "Toney (reads a page for a person who named it)",
    "Accept": "text/html, application/xhtml+xml, text/plain, application/pdf",
    "Accept-Encoding": "identity",
}
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """What a page says: words of strangers, plain, at most 10,000 characters.

    `left_out` counts paragraphs that spoke to a model or asked for secrets.
    """

    url: str
    title: str
    text: str
    is_cut: bool
    left_out: int

    @property
    def host(self) -> str:
        """Return the name of whoever serves it."""
        return urlsplit(self.url).hostname or ""


@dataclass(frozen=True, slots=True)
class _Body:
    url: str
    kind: str
    charset: str
    content: bytes


class Pages:
    """Reads pages; the connections, the certificates and the parser can be given by a test."""

    name = "pages"

    def __init__(
        self,
        network: GuardedNetwork | None = None,
        *,
        ssl_context: Callable[[], ssl.SSLContext] = certificates,
        extract: Callable[[bytes, str, str], Awaitable[Extracted]] = extract,
    ) -> None:
        self._network = network or GuardedNetwork()
        self._ssl_context, self._extract = ssl_context, extract

    async def read(self, url: str) -> Page:
        """Return a page, or raise LookupFailed; the log has neither its address nor its words."""
        begun, outcome = time.perf_counter(), "done"
        try:
            return await self._read(url)
        except LookupFailed as fault:
            outcome = fault.kind
            raise
        finally:
            spent = round((time.perf_counter() - begun) * 1000)
            tell = _log.info if outcome == "done" else _log.warning
            tell("page_read", outcome=outcome, ms=spent)

    async def _read(self, url: str) -> Page:
        where = target(url)
        try:
            async with asyncio.timeout(SECONDS):
                body = await self._fetched(where)
        except TimeoutError:
            raise LookupFailed("no answer in time", kind="timeout") from None
        found = await self._extract(body.content, body.kind, body.charset)
        return _page(body.url, found)

    async def _fetched(self, where: Target) -> _Body:
        context = await asyncio.to_thread(self._ssl_context)
        for _ in range(MOST_HOPS + 1):
            async with httpcore2.AsyncConnectionPool(
                ssl_context=context, network_backend=self._network
            ) as pool:
                found = await _asked(pool, where)
            if isinstance(found, _Body):
                return found
            where = target(urljoin(where.url, found))
        raise LookupFailed("redirected again and again", kind="redirect")


async def _asked(pool: httpcore2.AsyncConnectionPool, where: Target) -> _Body | str:
    """Return a body, or where a redirect leads."""
    times = {"connect": CONNECT_SECONDS, "read": READ_SECONDS, "write": READ_SECONDS}
    try:
        async with pool.stream(
            "GET", where.url, headers=_HEADERS, extensions={"timeout": times}
        ) as answer:
            headers = {
                name.lower().decode(): value.decode("latin-1") for name, value in answer.headers
            }
            if answer.status in _REDIRECTS:
                return _location(headers)
            if answer.status != _OK:
                raise LookupFailed(f"answered with {answer.status}", kind="refused")
            kind, charset = _kind(headers.get("content-type", ""))
            packed = headers.get("content-encoding", "").strip().lower()
            content = await _content(answer.aiter_stream(), packed)
            return _Body(where.url, kind, charset, content)
    except httpcore2.TimeoutException as error:
        raise LookupFailed("no answer in time", kind="timeout") from error
    except (httpcore2.NetworkError, httpcore2.ProtocolError, ValueError) as error:
        raise LookupFailed("no connection, or it broke off", kind="down") from error


async def _content(chunks: AsyncIterator[bytes], packed: str) -> bytes:
    if packed not in _PACKED:
        raise LookupFailed("packed in a way that was not asked for", kind="packed")
    bits = _PACKED[packed]
    unpack = zlib.decompressobj(bits) if bits else None
    body = bytearray()
    try:
        async for chunk in chunks:
            room = MOST_BYTES + 1 - len(body)
            body += unpack.decompress(chunk, room) if unpack else chunk
            if len(body) > MOST_BYTES or (unpack and unpack.unconsumed_tail):
                raise LookupFailed("a page that is too large", kind="too_large")
    except zlib.error as error:
        raise LookupFailed("packed, and broken", kind="packed") from error
    return bytes(body)


def _location(headers: dict[str, str]) -> str:
    if not headers.get("location"):
        raise LookupFailed("redirected to nowhere", kind="redirect")
    return headers["location"]


def _kind(content_type: str) -> tuple[str, str]:
    kind, _, rest = content_type.partition(";")
    found = KINDS.get(kind.strip().lower())
    if found is None:
        raise LookupFailed("neither a page nor a PDF", kind="no_text")
    _, _, charset = rest.partition("charset=")
    return found, charset.strip(" \"'").partition(";")[0]


def _page(url: str, found: Extracted) -> Page:
    seen = lines(found.text)
    told = [line for line in seen if not asks(line)]
    text = "\n".join(told)
    if not text:
        raise LookupFailed("nothing there that can be read", kind="no_text")
    title = plain(found.title, LONGEST_TITLE)
    is_cut = len(text) > LONGEST_TEXT
    return Page(
        url,
        "" if asks(title) else title,
        text[:LONGEST_TEXT],
        is_cut,
        len(seen) - len(told),
    )
