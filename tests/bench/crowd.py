"""`python -m tests.bench.crowd`: one address against a served Toney, and against a weakened one.

Three attacks that need no session: tabs that are opened and left, requests that are begun and
not ended, sockets that stay open. Meanwhile another visitor asks for the start page.
"""

from __future__ import annotations

import contextlib
import os
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psutil
from websockets.exceptions import WebSocketException

from coaching.serving.frontend import built
from tests.support.raw_socket import line
from tests.support.served import ROOT, free_ports, served_from_nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

TABS, HALVES, SOCKETS, WAIT = 1_000, 2_000, 300, 75
REFUSED = (WebSocketException, OSError, AssertionError)
WEAKENED = """
import sys
if "coaching.serving.child" in " ".join(sys.orig_argv):
    from coaching.serving import connections, connection_timeouts
    connection_timeouts.HEADERS_SECONDS = connection_timeouts.BODY_SECONDS = 1e6
    connection_timeouts.CONNECTIONS_PER_ADDRESS = connections.SOCKETS_PER_ADDRESS = 10**9
    connections.FREE_AFTER_SECONDS = 1e6
    connections.Pace.wait = lambda self: 0.0
"""


def main() -> None:
    """Print what each attack takes from the server, as it is and weakened."""
    built("toney_app", ROOT)
    for name, weakened in (("as it is", False), ("weakened", True)):
        with _attacked(weakened=weakened) as (url, process):
            for attack in (leave_tabs, begin_requests, hold_sockets):
                print(f"{name:9} {attack.__name__:15} {_told(attack, url, process)}", flush=True)


def _told(attack: Callable[[str], str], url: str, process: psutil.Process) -> str:
    before = _megabytes(process)
    with _other_visitor(url) as waited:
        said = attack(url)
    after = _megabytes(process)
    slow = statistics.quantiles(waited, n=20)[-1] * 1000
    return f"{said}; memory {before:.0f} → {after:.0f} MB; others wait {slow:.0f} ms (p95)"


def leave_tabs(url: str) -> str:
    """Open tabs that fill a state, leave each, and come back after more than a minute."""
    began, opened = time.monotonic(), 0
    for _ in range(TABS):
        if time.monotonic() - began > WAIT:
            break
        with contextlib.suppress(*REFUSED), line(url) as tab:
            opened += bool(tab.hears(seconds=5))
    spent = time.monotonic() - began
    time.sleep(WAIT)
    return f"{opened} tabs in {spent:.0f} s, looked at {WAIT} s later"


def begin_requests(url: str) -> str:
    """Begin requests and say no more; count those that are open 15 s later."""
    host, port = _where(url)
    with contextlib.ExitStack() as held:
        lines = []
        for _ in range(HALVES):
            with contextlib.suppress(OSError):
                connection = held.enter_context(socket.create_connection((host, port), timeout=5))
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
                lines.append(connection)
        at_once = sum(_is_open(connection) for connection in lines)
        time.sleep(15)
        return f"{HALVES} begun, {at_once} open, {sum(map(_is_open, lines))} after 15 s"


def hold_sockets(url: str) -> str:
    """Open sockets and keep them."""
    with contextlib.ExitStack() as held:
        opened = 0
        for _ in range(SOCKETS):
            with contextlib.suppress(*REFUSED):
                held.enter_context(line(url))
                opened += 1
        return f"{SOCKETS} asked for, {opened} open"


@contextlib.contextmanager
def _attacked(*, weakened: bool) -> Generator[tuple[str, psutil.Process]]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.environ.get("PYTHONPATH", "")
        if weakened:
            (Path(folder) / "sitecustomize.py").write_text(WEAKENED, "utf-8")
            path = os.pathsep.join([folder, path])
        os.environ["PYTHONPATH"], before = path, os.environ.get("PYTHONPATH", "")
        far, port = _own_address(), str(free_ports()[0])
        url = f"http://{far}:{port}"
        settings = {"HOST": "0.0.0.0", "PORT": port, "PUBLIC_URL": url}  # noqa: S104 - to be far away
        try:
            with served_from_nothing(Path(folder) / "data", "--only", "toney", **settings) as toney:
                yield url, toney.child("toney_app")
        finally:
            os.environ["PYTHONPATH"] = before


@contextlib.contextmanager
def _other_visitor(url: str) -> Generator[list[float]]:
    """Have somebody at this machine ask for the page four times a second; yield the times."""
    waited, over = [0.0], threading.Event()
    port = _where(url)[1]

    def ask() -> None:
        headers = {"host": url.removeprefix("http://")}
        with httpx.Client(headers=headers, timeout=30) as browser:
            while not over.wait(0.25):
                began = time.monotonic()
                browser.get(f"http://127.0.0.1:{port}/api/version").raise_for_status()
                waited.append(time.monotonic() - began)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield waited
    finally:
        over.set()
        thread.join()


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def _where(url: str) -> tuple[str, int]:
    host, _, port = url.removeprefix("http://").partition(":")
    return host, int(port)


def _own_address() -> str:
    """Return an address of this machine that isn't loopback: that one has no limits."""
    found = [a.address for each in psutil.net_if_addrs().values() for a in each if a.family == 2]
    return next(address for address in found if not address.startswith("127."))


def _megabytes(process: psutil.Process) -> float:
    return process.memory_info().rss / 1e6


if __name__ == "__main__":
    main()
