"""The one file that speaks HTTP to look something up; importing it takes a moment.

Each call has a client of its own: no cookie, no connection and no proxy is shared between people.
Nothing is unpacked, so that a small answer can't become a large one; no redirect is followed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import httpx2

from coaching.errors import LookupFailed

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

CONNECT_SECONDS, READ_SECONDS = 3.0, 5.0
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """A response; `location` is the redirect target, else empty."""

    status: int
    kind: str
    location: str
    body: bytes

    @property
    def is_redirect(self) -> bool:
        """Return True if it says where else to ask."""
        return bool(self.location)


@cache
def certificates() -> ssl.SSLContext:
    """Return what an https server is checked against; reading it takes half a second."""
    return httpx2.create_ssl_context(trust_env=False)


async def fetch(address: str, headers: Mapping[str, str]) -> Answer:
    """Get one address; at most a megabyte, and nothing that is packed."""
    timeout = httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)
    try:
        async with (
            httpx2.AsyncClient(verify=certificates(), timeout=timeout, trust_env=False) as client,
            client.stream(
                "GET", address, headers={"Accept-Encoding": "identity", **headers}
            ) as response,
        ):
            found = response.headers
            return Answer(
                response.status_code,
                found.get("content-type", "").partition(";")[0].strip().lower(),
                found["location"] if response.has_redirect_location else "",
                await _body(response),
            )
    except httpx2.TimeoutException as error:
        raise LookupFailed("no answer in time", kind="timeout") from error
    except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL) as error:
        raise LookupFailed("no connection, or it broke off", kind="down") from error


async def _body(response: httpx2.Response) -> bytes:
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise LookupFailed("an answer that is packed", kind="packed")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > MOST_BYTES:
            raise LookupFailed("an answer that is too large", kind="too_large")
    return bytes(body)
