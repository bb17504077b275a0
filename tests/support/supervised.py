"""A supervisor in a process of its own, over a tiny app that a test writes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psutil

from tests.support.polling import wait_until
from tests.support.served import NO_TLS

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).parents[2]
MODULE = ("-m", "coaching.serving.supervisor")

TINY = """
import asyncio, os
from coaching.errors import ToneyError

async def serve(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        try:
            {at_start}
        except Exception:
            await send({{"type": "lifespan.startup.failed", "message": "words"}})
            raise
        await send({{"type": "lifespan.startup.complete"}})
        await receive()
        {at_end}
        open({stopped!r}, "w").close()
        await send({{"type": "lifespan.shutdown.complete"}})
        return
    await send({{"type": "http.response.start", "status": 200, "headers": []}})
    if scope["path"] == "/stream":
        await send({{"type": "http.response.body", "body": b"begun", "more_body": True}})
        await scope["toney.stopping"].wait()
        await send({{"type": "http.response.body", "body": b" and ended"}})
    else:
        await send({{"type": "http.response.body", "body": str(os.getpid()).encode()}})

def app():
    {at_import}
    return serve
"""


class Supervised:
    """A running supervisor and what a test wants to know about it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self._folder = folder

    @property
    def has_stopped_cleanly(self) -> bool:
        """Return True if the app's own shutdown ran."""
        return (self._folder / "stopped").exists()

    def app_pid(self) -> int:
        """Ask the app for its process; while it starts, the question waits in line."""
        return int(httpx.get(self.url, timeout=20, verify=NO_TLS).text)

    def family(self) -> list[psutil.Process]:
        """Return the supervisor and everything below it."""
        supervisor = psutil.Process(self.process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def end(self, number: int | None = None) -> tuple[int, str]:
        """Send a signal (or wait for the end); return the status and what was said."""
        if number is not None:
            self.process.send_signal(number)
        return self.process.wait(timeout=30), self.said()

    def said(self) -> str:
        """Return what was said so far."""
        return (self._folder / "said").read_text()


@contextmanager
def supervised(
    folder: Path,
    *,
    at_start: str = "pass",
    at_import: str = "pass",
    at_end: str = "pass",
    through: tuple[str, ...] = (),
    own_terminal: bool = False,
) -> Generator[Supervised]:
    """Serve a tiny app, started `through` a command; nothing of it is left afterwards."""
    (folder / "tiny").mkdir()
    stopped = str(folder / "stopped")
    code = TINY.format(at_start=at_start, at_import=at_import, at_end=at_end, stopped=stopped)
    (folder / "tiny" / "tiny.py").write_text(code)
    with socket.create_server(("127.0.0.1", 0)) as listener, (folder / "said").open("w") as said:
        listener.set_inheritable(True)
        process = subprocess.Popen(
            [*through, sys.executable, *MODULE, f"tiny:tiny:{listener.fileno()}:none"],
            pass_fds=(listener.fileno(),),
            env={**os.environ, "PYTHONPATH": f"{folder}:{ROOT}"},
            cwd=folder,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=own_terminal,
        )
        port: int = listener.getsockname()[1]
    family: list[psutil.Process] = []
    try:
        running = Supervised(process, port, folder)
        family = running.family()
        yield running
        family += running.family() if process.poll() is None else []
    finally:
        process.kill()
        process.wait()
        wait_until(lambda: gone(family), what="everything to end")


def gone(processes: list[psutil.Process]) -> bool:
    """Return True if none of the processes is alive."""
    return not any(_is_alive(process) for process in processes)


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
