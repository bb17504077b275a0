"""Toney as people start it: `toney serve` in its own process, with its own data folder."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import ssl
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psutil

from coaching.settings import Settings
from tests.support.databases import migrated
from tests.support.polling import wait_until
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).parents[2]
# Below those that Linux gives to outgoing connections: another worker's browser has one any moment.
SERVED_PORTS = range(10_000, 32_000)
TONEY = Path(sys.executable).with_name("toney")
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of `http` addresses: without it each makes a context of its own, 20 ms of a core."""
START_SECONDS = 180.0
"""How long a start may take on a busy machine, which imports everything first."""


@dataclass(frozen=True)
class Served:
    """A running Toney."""

    url: str
    admin_url: str
    data: Path
    output: Path

    def said(self) -> str:
        """Return what it printed so far."""
        return self.output.read_text("utf-8")

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Read the database, as somebody who has the file."""
        with closing(sqlite3.connect(self.data / "toney.db")) as connection:
            return connection.execute(statement).fetchall()

    def counts(self) -> dict[str, int]:
        """Return how many rows each table has."""
        tables = self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        each = (f"SELECT '{name}', count(*) FROM \"{name}\"" for (name,) in tables)  # noqa: S608
        return dict(self.rows(" UNION ALL ".join(each)))


@dataclass(frozen=True)
class Started(Served):
    """A running `toney serve`."""

    process: subprocess.Popen[bytes]

    def child(self, package: str) -> psutil.Process:
        """Return the process that serves an app."""
        children = psutil.Process(self.process.pid).children()
        return next(child for child in children if package in child.cmdline())


@contextmanager
def served(data: Path, *arguments: str, **settings: str) -> Generator[Started]:
    """Serve until the block ends; a new data folder gets a database that is migrated already."""
    make_migrated(data)
    with served_from_nothing(data, *arguments, **settings) as running:
        yield running


@contextmanager
def served_from_nothing(data: Path, *arguments: str, **settings: str) -> Generator[Started]:
    """Serve as on the first day; the front ends have to be built already or are built now."""
    settings = on_free_ports(settings)
    output = data.with_suffix(".log")
    with output.open("w") as said:
        process = subprocess.Popen(
            [TONEY, "serve", *arguments],
            cwd=ROOT,
            env=environment(data, **settings),
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    running = Started(*addresses(settings), data, output, process)
    try:
        asked = running.admin_url if "admin" in arguments else running.url
        wait_until(lambda: _is_healthy(asked, process, running), seconds=START_SECONDS, what=asked)
        yield running
    finally:
        process.terminate()
        process.wait(timeout=60)


def make_migrated(data: Path) -> None:
    """Make a data folder with a migrated database if there is none."""
    if not data.exists():
        data.mkdir(mode=0o700)
        (data / "toney.db").write_bytes(migrated())
        (data / "toney.db").chmod(0o600)


def run(*arguments: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `toney` to its end."""
    return subprocess.run(
        [TONEY, *arguments],
        cwd=ROOT,
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def environment(data: Path, **settings: str) -> dict[str, str]:
    """Return an environment in which nothing but the given settings is set."""
    ours = {name.upper() for name in Settings.model_fields}
    kept = {key: value for key, value in os.environ.items() if key not in ours}
    return {**kept, "TONEY_DATA_DIR": str(data), **settings}


def on_free_ports(settings: dict[str, str]) -> dict[str, str]:
    """Return the settings, with a free port for each app that has none."""
    port, admin_port = free_ports()
    return {"PORT": str(port), "ADMIN_PORT": str(admin_port), **settings}


def addresses(settings: dict[str, str]) -> tuple[str, str]:
    """Return where Toney and its admin app are."""
    return f"http://localhost:{settings['PORT']}", f"http://localhost:{settings['ADMIN_PORT']}"


def free_ports() -> tuple[int, int]:
    """Return two ports that nobody listens on and that no outgoing connection is given."""
    # Not from `random`: its seed is the same in all workers.
    some = secrets.SystemRandom().sample(SERVED_PORTS, 50)
    free = filter(_is_free, some)
    return next(free), next(free)


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _is_healthy(url: str, process: subprocess.Popen[bytes], running: Served) -> bool:
    assert process.poll() is None, running.said()
    return answers(f"{url}/health")


def answers(url: str) -> bool:
    """Return True if an address answers well."""
    try:
        return httpx.get(url, timeout=60, verify=NO_TLS).is_success
    except httpx.TransportError:
        return False


def get(url: str) -> httpx.Response:
    """Ask for an address, as patiently as a test waits."""
    return httpx.get(url, timeout=PATIENCE_SECONDS, verify=NO_TLS)


def client(url: str) -> httpx.Client:
    """Return somebody with a cookie jar, as patient."""
    return httpx.Client(base_url=url, timeout=PATIENCE_SECONDS, verify=NO_TLS)
