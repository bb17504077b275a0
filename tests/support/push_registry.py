"""Where chromium registers for pushes, on this machine: its check-in and its registration.

It is what `--gcm-checkin-url` and `--gcm-registration-url` point at. Nothing is delivered: for
that a browser holds a connection of its own (MCS), which `--gcm-mcs-endpoint` sends to a closed
port.
"""

from __future__ import annotations

import struct
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from collections.abc import Generator

_DEVICE, _SECRET = 5_000_000_000_000_000_001, 6_000_000_000_000_000_001
_UNREACHABLE = "https://127.0.0.1:9"


class PushRegistry:
    """What a browser registered: `senders` are the server keys, by the token it was given."""

    def __init__(self, url: str) -> None:
        self.senders: dict[str, str] = {}
        self.flags = (
            f"--gcm-checkin-url={url}/checkin",
            f"--gcm-registration-url={url}/register",
            f"--gcm-mcs-endpoint={_UNREACHABLE}",
        )

    def answer(self, path: str, body: bytes) -> bytes:
        """Return what chromium expects: an AndroidCheckinResponse, or a token."""
        if path == "/checkin":
            return _checked_in()
        said = parse_qs(body.decode())
        token = f"token-{len(self.senders)}"
        if "X-subtype" in said:
            self.senders[token] = said["sender"][0]
        return f"token={token}".encode()


@contextmanager
def push_registry() -> Generator[PushRegistry]:
    """Run a registry while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            said = registry.answer(self.path, body)
            self.send_response(200)
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name there
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    registry = PushRegistry(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield registry
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _checked_in() -> bytes:
    """Return a protobuf message: stats_ok, time_msec, android_id and security_token."""
    now = int(time.time() * 1000)
    numbers = _number(1, 1) + _number(3, now)
    return numbers + _fixed(7, _DEVICE) + _fixed(8, _SECRET)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _fixed(field: int, value: int) -> bytes:
    return _varint(field << 3 | 1) + struct.pack("<Q", value)


def _varint(value: int) -> bytes:
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _varint(rest) if rest else bytes([low])
