"""A push service on this machine: it checks who sends, and a browser's keys open what came."""

from __future__ import annotations

import json
import os
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from coaching.web.push import Browser, packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Generator

_CREATED = 201


@dataclass
class PushService:
    """What it got, opened; `status` is what it answers."""

    port: int = 0
    status: int = _CREATED
    shown: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    raw: list[bytes] = field(default_factory=list[bytes])
    claims: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    signed_by: list[str] = field(default_factory=list[str])
    _key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    _auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, name: str = "phone") -> Browser:
        """Return what a browser that is subscribed here would send."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Browser(f"{self.origin}/push/{name}", packed(point), packed(self._auth))

    def take(self, authorization: str, body: bytes) -> None:
        """Check the signature and open the message, as service and browser do."""
        scheme, _, rest = authorization.partition(" ")
        assert scheme == "vapid"
        said = dict(part.strip().split("=", 1) for part in rest.split(","))
        point = unpacked(said["k"])
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        token = jwt.decode(said["t"], ECKey.import_key(public), algorithms=["ES256"])
        self.claims.append(dict(token.claims))
        self.signed_by.append(said["k"])
        self.raw.append(body)
        opened = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        self.shown.append(json.loads(opened))


@contextmanager
def push_service() -> Generator[PushService]:
    """Run a push service while the block runs."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.take(self.headers["authorization"], body)
            self.send_response(service.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name there
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
