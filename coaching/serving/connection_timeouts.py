"""How long a connection may take to say what it wants: whoever opens many and says nothing, loses.

The server's own time limit begins only after a first answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

HEADERS_SECONDS = 10.0
BODY_SECONDS = 30.0
"""A body is at most 64 kB."""


class Patience(HttpToolsProtocol):
    """A connection that is closed when its request doesn't become whole in time."""

    _until: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:
        """Wait for a request from now on."""
        super().connection_made(transport)
        self._wait(HEADERS_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait(None)
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
        """Take all the time that the answer needs."""
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the socket, which looks after itself."""
        self._wait(None)
        super().handle_websocket_upgrade()

    def _wait(self, seconds: float | None) -> None:
        if self._until is not None:
            self._until.cancel()
        self._until = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()
