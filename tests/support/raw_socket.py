"""The socket under the page, spoken by hand: what anybody can send who does not use the page."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from websockets.sync.client import connect
from websockets.typing import Origin

from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Generator

    from websockets.sync.client import ClientConnection

ROOT = "reflex___state____state"
HYDRATE = f"{ROOT}.hydrate_and_load"
HERE = {"pathname": "/", "asPath": "/#home"}


def state(module: str, name: str) -> str:
    """Return a state's name on the wire: `toney_app.views.wins.state`, `wins_state`."""
    return f"{ROOT}.{module.replace('.', '___')}____{name}"


@dataclass(frozen=True)
class Line:
    """An open connection."""

    socket: ClientConnection
    token: str

    def sends(self, name: str, **payload: Any) -> None:
        """Ask for a handler."""
        self.writes(json.dumps({"name": name, "payload": payload, "router_data": HERE}))

    def writes(self, event: str) -> None:
        """Send an event as text that need not be JSON."""
        self.socket.send(f'42/_event,["event",{event}]')

    def hears(self, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """Return the next change of the page; nothing when none comes in time."""
        while True:
            try:
                frame = str(self.socket.recv(timeout=seconds))
            except TimeoutError:
                return {}
            if frame == "2":
                self.socket.send("3")
            elif frame.startswith("42/_event,"):
                return json.loads(frame.removeprefix("42/_event,"))[1]

    def hears_of(self, what: str, seconds: float = PATIENCE_SECONDS) -> bool:
        """Listen until something is mentioned; return whether it was."""
        while heard := self.hears(seconds):
            if what in json.dumps(heard):
                return True
        return False

    def is_hydrated(self) -> list[dict[str, Any]]:
        """Listen until the page has everything; return what it was sent."""
        heard: list[dict[str, Any]] = []
        while not heard or not _is_last(heard[-1]):
            heard.append(self.hears())
            assert heard[-1], "the page was not filled"
        return heard


@contextmanager
def line(
    url: str, *, cookie: str = "", origin: str | None = None, token: str = ""
) -> Generator[Line]:
    """Connect as a page does; `token` is the name of a tab."""
    name = token or str(uuid4())
    address = f"{url.replace('http', 'ws')}/_event/?token={name}&EIO=4&transport=websocket"
    headers = {"Cookie": cookie} if cookie else {}
    with connect(
        address,
        origin=None if origin is None else Origin(origin),
        additional_headers=headers,
        open_timeout=PATIENCE_SECONDS,
        max_size=2**24,
    ) as socket:
        assert str(socket.recv(timeout=PATIENCE_SECONDS)).startswith("0{")
        socket.send("40/_event,")
        assert str(socket.recv(timeout=PATIENCE_SECONDS)).startswith("40/_event,")
        opened = Line(socket, name)
        opened.sends(HYDRATE)
        yield opened


def _is_last(heard: dict[str, Any]) -> bool:
    return heard.get("delta", {}).get(ROOT, {}).get("is_hydrated_rx_state_") is True
