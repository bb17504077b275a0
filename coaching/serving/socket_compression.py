"""Compression of the page's WebSocket, each message by itself.

A compressor that lives as long as its connection keeps some 50 kB for each open page, most of them
idle. What the socket carries are whole answers, which gain little from the ones before; what a
reply streams goes another way.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

_EACH_BY_ITSELF = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=12,
    client_max_window_bits=12,
    compress_settings={"memLevel": 5},
)


class Socket(WebSocketsSansIOProtocol):
    """A connection that keeps nothing between two messages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as it is
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [_EACH_BY_ITSELF]
