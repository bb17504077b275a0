"""A stand-in for the open web: names by a script, and one server behind every public address.

`dialled` holds each address that was connected to; connections to addresses that are not public
are refused here too, so that a hole in the guard shows in the list and reaches nobody.
"""

from __future__ import annotations

import asyncio
import gzip
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qs, urlsplit

import httpcore2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from coaching.errors import LookupFailed
from coaching.web.extract import parsed
from coaching.web.network import GuardedNetwork

if TYPE_CHECKING:
    from pathlib import Path

    from coaching.web.extract import Extracted

PUBLIC = "93.184.216.34"
FOREVER = 3600.0
WORDS = "A basic account has no overdraft."
PAGE = f"<html><head><title>Basic accounts</title></head><body><p>{WORDS}</p></body></html>"
HTML = "text/html; charset=utf-8"
STATUS = b"HTTP/1.1 200 OK\r\n"
BEGINS = STATUS + b"Content-Type: text/html\r\n\r\n"

Answers = Sequence[str] | Callable[[], Sequence[str]]


@dataclass
class OpenWeb:
    """Names, what answers, and what was asked for."""

    names: dict[str, Answers] = field(default_factory=dict)
    pages: dict[str, bytes] = field(default_factory=dict)
    resolved: list[str] = field(default_factory=list)
    dialled: list[tuple[str, int]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    sent: int = 0
    open: set[asyncio.Task[None]] = field(default_factory=set)
    ports: dict[int, int] = field(default_factory=dict)

    def network(self) -> GuardedNetwork:
        """Return the guard with this web behind it."""
        return GuardedNetwork(resolve=self._resolve, dial=self._dial)

    async def _resolve(self, host: str, _port: int, /) -> Sequence[str]:
        self.resolved.append(host)
        found = self.names.get(host, (PUBLIC,))
        answers = found() if callable(found) else found
        if "SILENT" in answers:
            await asyncio.sleep(FOREVER)
        if not answers:
            raise OSError("no such name")
        return answers

    async def _dial(
        self,
        address: str,
        port: int,
        timeout: float | None,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        self.dialled.append((address, port))
        if address != PUBLIC:
            raise httpcore2.ConnectError("a test dialled somebody else")
        backend = cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())
        return await backend.connect_tcp("127.0.0.1", self.ports[port], timeout)

    @asynccontextmanager
    async def listening(self, certificate: Path | None = None) -> AsyncGenerator[OpenWeb]:
        """Listen for http, and for https with a certificate."""
        context = None
        if certificate is not None:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate)
        plain = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        secure = await asyncio.start_server(self._connected, "127.0.0.1", 0, ssl=context)
        async with plain, secure:
            for port, server in ((80, plain), (443, secure)):
                self.ports[port] = server.sockets[0].getsockname()[1]
            yield self
            for task in self.open:
                task.cancel()
            await asyncio.gather(*self.open, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self.open.add(task)
        try:
            await self._one(reader, writer)
        except asyncio.CancelledError:  # the end of a test
            writer.transport.abort()
        finally:
            self.open.discard(task)

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.asked.append(head)
            await self._answer(writer, head)
            await writer.drain()
        writer.transport.abort() if self.sent else writer.close()

    async def _answer(self, writer: asyncio.StreamWriter, head: str) -> None:
        parts = urlsplit(head.split(" ", 2)[1])
        query = {name: values[0] for name, values in parse_qs(parts.query, True).items()}
        match parts.path:
            case "/redirect":
                self._redirect(writer, query)
            case "/slow-headers" | "/accept-and-hang":
                await asyncio.sleep(FOREVER)
            case "/drip":
                await self._stream(writer, b"a", begins=BEGINS, seconds=0.05)
            case "/drip-headers":
                await self._stream(writer, b"X-A: a\r\n", begins=STATUS, seconds=0.05)
            case "/content-length":
                await self._stream(writer, b"a" * 65_536, begins=BEGINS)
            case "/headers":
                await self._stream(writer, b"X-A: " + b"a" * 65_000 + b"\r\n", begins=STATUS)
            case "/401-basic":
                writer.write(b'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n')
            case path:
                writer.write(self._page(path, query, head))

    def _page(self, path: str, query: Mapping[str, str], head: str) -> bytes:
        match path:
            case "/gzip":
                packed = gzip.compress(PAGE.encode())
                return _says(packed[: len(packed) // 2], packed="gzip")
            case "/bomb":
                return _says(gzip.compress(b"a" * 50_000_000), packed="gzip")
            case "/br" | "/zstd":
                return _says(b"anything", packed=path[1:])
            case "/echo-headers":
                return _says(head.encode(), kind="text/plain")
            case "/type" if "bytes" in query:
                return _says(b"%PDF-1.7 " + b"0" * int(query["bytes"]), kind=query["ct"])
            case "/type":
                charset = "utf-16" if "utf-16" in query["ct"] else "utf-8"
                return _says(PAGE.encode(charset), kind=query["ct"])
            case "/meta-refresh" | "/js-location" | "/link-preload":
                to = next(iter(query.values()))
                leads = f'<meta http-equiv="refresh" content="0;url={to}"><title>'
                return _says(PAGE.replace("<title>", leads).encode())
            case _:
                body = self.pages.get(path, PAGE.encode())
                return _says(body, kind="application/pdf" if body.startswith(b"%PDF") else HTML)

    async def _stream(
        self, writer: asyncio.StreamWriter, piece: bytes, *, begins: bytes, seconds: float = 0.0
    ) -> None:
        writer.write(begins)
        while self.sent < 200_000_000:
            writer.write(piece)
            self.sent += len(piece)
            await writer.drain()
            await asyncio.sleep(seconds)

    def _redirect(self, writer: asyncio.StreamWriter, query: Mapping[str, str]) -> None:
        left = int(query.get("chain", "1"))
        to = query.get("to", query.get("final", ""))
        if left > 1:
            to = f"/redirect?chain={left - 1}&final={to}"
        where = "" if "missing_location" in query else f"Location: {to or '/redirect?to='}\r\n"
        status = query.get("status", "302")
        writer.write(f"HTTP/1.1 {status} Moved\r\n{where}Content-Length: 0\r\n\r\n".encode())


def _says(body: bytes, *, kind: str = HTML, packed: str = "") -> bytes:
    encoded = f"Content-Encoding: {packed}\r\n" if packed else ""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{encoded}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def in_this_process(body: bytes, kind: str, charset: str) -> Extracted:
    """Parse without a process of its own, which is tested apart."""
    try:
        return await asyncio.to_thread(parsed, body, kind, charset)
    except ValueError:
        raise LookupFailed("not text", kind="no_text") from None


def certificate(file: Path, *names: str) -> ssl.SSLContext:
    """Write a key and a certificate for some names; return a client's context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(each) for each in names]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    own = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = made.public_bytes(serialization.Encoding.PEM)
    file.write_bytes(own + public)
    return ssl.create_default_context(cadata=public.decode())
