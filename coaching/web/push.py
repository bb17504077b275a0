"""Web push: encrypted for one browser (RFC 8291), signed as this server (VAPID, RFC 8292).

The address comes from a browser, so anybody can name one: it is https on a public name, and the
connection goes to the very address that was checked, which has to be public too.
"""

from __future__ import annotations

import asyncio
import base64
import os
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import http_ece
import httpcore2
import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from coaching.addresses import THIS_MACHINE, service_problem
from coaching.web.client import CONNECT_SECONDS, READ_SECONDS, certificates
from coaching.web.network import GuardedNetwork, is_public

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

KEPT_SECONDS = 4 * 3600
"""How long a push service keeps a message for a browser that is away."""
SECONDS = 10.0
"""For all of it, so that one slow service holds up nobody else's reminder for long."""
_SIGNED_FOR = timedelta(hours=12)
_POINT_BYTES, _AUTH_BYTES = 65, 16
_LONGEST = 2000
_GONE = frozenset({401, 403, 404, 410})
"""401 (Mozilla) and 403: the browser subscribed with another key; its page subscribes again."""
_LATER = 429
_FIRST_ERROR = 300
_SERVER = 500
_FAULTS = (
    httpcore2.NetworkError,
    httpcore2.TimeoutException,
    httpcore2.ProtocolError,
    TimeoutError,
)
_log = structlog.get_logger(__name__)


class Outcome(StrEnum):
    """What became of a push: `gone` for ever, `later` perhaps."""

    DELIVERED = "delivered"
    GONE = "gone"
    LATER = "later"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a browser takes pushes: its push service's address, and its two keys in base64url."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class Server:
    """Who sends: the key that a browser subscribed with, and whom a push service may write to."""

    key: ec.EllipticCurvePrivateKey
    contact: str

    @property
    def public_key(self) -> str:
        """Return what a browser subscribes with, in base64url."""
        point = self.key.public_key()
        return packed(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def problem(browser: Browser) -> str:
    """Return the field that no browser would send so; empty when pushes may go there."""
    try:
        parts = urlsplit(browser.endpoint)
        base = f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return "endpoint"
    is_ours = (parts.hostname or "") in THIS_MACHINE
    if len(browser.endpoint) > _LONGEST or is_ours or parts.username or service_problem(base):
        return "endpoint"
    try:
        point, auth = unpacked(browser.p256dh), unpacked(browser.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return "p256dh"
    if len(point) != _POINT_BYTES:
        return "p256dh"
    return "" if len(auth) == _AUTH_BYTES else "auth"


async def send(
    server: Server,
    browser: Browser,
    payload: bytes,
    *,
    now: datetime,
    may_reach: Callable[[str], bool] = is_public,
) -> Outcome:
    """Send a payload to a browser. No redirect is followed, no answer is read."""
    headers: dict[str | bytes, str | bytes] = {
        "Authorization": _authorization(server, browser, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "normal",
    }
    times = {"connect": CONNECT_SECONDS, "read": READ_SECONDS, "write": READ_SECONDS}
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpcore2.AsyncConnectionPool(
                ssl_context=certificates(), network_backend=GuardedNetwork(may_reach=may_reach)
            ) as pool,
            pool.stream(
                "POST",
                browser.endpoint,
                headers=headers,
                content=_encrypted(browser, payload),
                extensions={"timeout": times},
            ) as answer,
        ):
            return _outcome(answer.status)
    except _FAULTS as error:
        _log.warning("push_failed", error=type(error).__name__)
        return Outcome.LATER
    except ValueError as error:  # keys that no longer can be used
        _log.warning("push_failed", error=type(error).__name__)
        return Outcome.FAILED


def packed(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """Return the decoded base64url text, padded or not."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _authorization(server: Server, browser: Browser, now: datetime) -> str:
    parts = urlsplit(browser.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _SIGNED_FOR).timestamp()),
        "sub": server.contact,
    }
    key = ECKey.import_key(server.key)
    token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, key)
    return f"vapid t={token}, k={server.public_key}"


def _encrypted(browser: Browser, payload: bytes) -> bytes:
    encrypt = cast("Callable[..., bytes]", cast("Any", http_ece).encrypt)
    return encrypt(
        payload,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unpacked(browser.p256dh),
        auth_secret=unpacked(browser.auth),
        version="aes128gcm",
    )


def _outcome(status: int) -> Outcome:
    if status < _FIRST_ERROR:
        return Outcome.DELIVERED
    if status in _GONE:
        return Outcome.GONE
    _log.warning("push_refused", status=status)
    return Outcome.LATER if status == _LATER or status >= _SERVER else Outcome.FAILED
