"""The few words of ASGI that the server side speaks."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> str:
    """Return a request header, or an empty string."""
    headers: Headers = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


async def respond(
    send: Send, status: int, body: bytes, content_type: str, headers: Headers = ()
) -> None:
    """Send a whole response."""
    start = [
        (b"content-type", content_type.encode()),
        (b"content-length", str(len(body)).encode()),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def respond_json(send: Send, status: int, value: object, headers: Headers = ()) -> None:
    """Send a value as JSON that nobody may keep."""
    body = json.dumps(value).encode()
    await respond(
        send, status, body, "application/json", [(b"cache-control", b"no-store"), *headers]
    )
