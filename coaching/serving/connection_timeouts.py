"""Slow requests and connections per address: whoever opens many and says nothing, loses.

The server's own time limit begins only after a first answer. Loopback has no limit by address: it
is this machine, or a proxy that stands for everybody; with TRUSTED_PROXIES there is none either.
A socket counts here until it is open, and from then on in `connections`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from coaching.serving.addresses import address_key

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

HEADERS_SECONDS = 10.0
BODY_SECONDS = 30.0
"""A body is at most 64 kB."""
CONNECTIONS_PER_ADDRESS = 250
"""An office has one address for many browsers, and a browser opens six connections at most."""


class Patience(HttpToolsProtocol):
    """A connection that is closed when its request doesn't become whole in time."""

    _until: TimerHandle | None = None
    _counted: str | None = None
    _open: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: Transport) -> None:
        """Wait for a request from now on."""
        super().connection_made(transport)
        self._wait(HEADERS_SECONDS)
        self._count(address_key(self.client))

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait(None)
        self._uncount()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Wait for the headers of a request."""
        super().on_message_begin()
        self._wait(HEADERS_SECONDS)

    def on_headers_complete(self) -> None:
        """Wait for the body of a request."""
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the request timeout: the response may take as long as it needs."""
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the socket, which looks after itself."""
        self._wait(None)
        self._uncount()
        super().handle_websocket_upgrade()

    def _count(self, address: str | None) -> None:
        if address is None or self.config.proxy_headers:
            return
        self._counted = address
        self._open[address] += 1
        if self._open[address] > CONNECTIONS_PER_ADDRESS:
            self.transport.abort()

    def _uncount(self) -> None:
        address, self._counted = self._counted, None
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _wait(self, seconds: float | None) -> None:
        if self._until is not None:
            self._until.cancel()
        self._until = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()
