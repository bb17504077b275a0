"""Talking to the API as a program does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx

    from coaching.bootstrap import Coaching

ORIGIN = "http://localhost:3000"


@dataclass(frozen=True, slots=True)
class WithApi:
    """A running engine and browsers that reach it."""

    coaching: Coaching
    browser: Callable[[], Awaitable[httpx.AsyncClient]]


@dataclass(frozen=True, slots=True)
class Event:
    """One server-sent event."""

    id: int
    kind: str
    data: dict[str, Any]


def read_events(body: str) -> list[Event]:
    """Return the events of a stream; comments and the retry line are left out."""
    found: list[Event] = []
    for part in body.split("\n\n"):
        fields = dict(
            line.split(": ", 1) for line in part.splitlines() if line[:1] not in {"", ":"}
        )
        if "event" in fields:
            found.append(Event(int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


def new_message(text: str, **more: Any) -> dict[str, Any]:
    """Return the body of a message with an id of its own."""
    return {"text": text, "clientMessageId": str(uuid4()), **more}


async def say(client: httpx.AsyncClient, text: str) -> list[Event]:
    """Send a message and return every event of its turn."""
    answer = await client.post("/api/chat", json=new_message(text))
    assert answer.status_code == 200, answer.text
    return read_events(answer.text)
