"""Put on the path of a process, this lets its clock stand where a file says.

With `PICTURES_WEB`, the port of a stand-in, the pages that a search returned are read there.
"""

from __future__ import annotations

import os
import ssl
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.clock import SystemClock

if TYPE_CHECKING:
    from httpcore2 import AsyncNetworkStream

_FILE = Path(os.environ["PICTURES_CLOCK"])
_WEB = os.environ.get("PICTURES_WEB", "")


def _now(self: SystemClock) -> datetime:
    del self
    return datetime.fromisoformat(_FILE.read_text("utf-8"))


def _read_pages_here(port: int, certificate: str) -> None:
    from httpcore2 import AnyIOBackend  # noqa: PLC0415 - only for the process that reads pages

    from coaching.web import lookups  # noqa: PLC0415
    from coaching.web.network import GuardedNetwork  # noqa: PLC0415
    from coaching.web.pages import Pages  # noqa: PLC0415

    async def dial(address: str, _port: int, timeout: float | None) -> AsyncNetworkStream:  # noqa: ASYNC109
        del address
        return await AnyIOBackend().connect_tcp("127.0.0.1", port, timeout)  # pyrefly: ignore[missing-attribute]

    async def resolve(host: str, port: int, /) -> tuple[str, ...]:
        del host, port
        return ("93.184.216.34",)

    def pages() -> Pages:
        trusted = ssl.create_default_context(cafile=certificate)
        return Pages(GuardedNetwork(resolve=resolve, dial=dial), ssl_context=lambda: trusted)

    lookups.Pages = pages  # pyrefly: ignore[bad-assignment] - stands for the class


SystemClock.now = _now
if _WEB:
    _read_pages_here(int(_WEB), os.environ["PICTURES_CERTIFICATE"])
