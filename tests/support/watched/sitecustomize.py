"""Put on the path of a process, this writes down every address that it wants to reach."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_EVENTS = frozenset({"socket.connect", "socket.getaddrinfo", "socket.sendto"})
_LOG = Path(os.environ["WATCHED_CONNECTIONS"])


def _write_down(event: str, arguments: tuple[object, ...]) -> None:
    if event in _EVENTS:
        where = arguments[0] if event == "socket.getaddrinfo" else arguments[-1]
        with _LOG.open("a", encoding="utf-8") as log:
            log.write(f"{event} {where!r}\n")


sys.addaudithook(_write_down)
