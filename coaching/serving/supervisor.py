"""Starts one child per app, watches them and stops them (ADR 0008).

The supervisor holds the listening sockets, so that a port is taken or free before anything
starts, and a child that is started again loses no connection. It opens no database.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.serving.child import REFUSED
from coaching.serving.failures import PortTaken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from coaching.serving.faces import Face

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_QUICK_SECONDS = 10.0
_QUICK_FAILURES = 5
_FIRST_DELAY = 0.2
_LONGEST_DELAY = 10.0
_STOP_SECONDS = 8.0


@dataclass(frozen=True, slots=True)
class Child:
    """An app to be served, on a socket that is already bound."""

    face: Face
    listener: socket.socket


def listen(face: Face) -> socket.socket:
    """Take the port of an app, or say in one line that it is taken."""
    family = socket.AF_INET6 if ":" in face.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((face.host, face.port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        name = "PORT" if face.name == "toney" else "ADMIN_PORT"
        raise PortTaken(
            f"{face.host}:{face.port} is not free ({error.strerror}): "
            f"stop what listens there, or set {name} to another port"
        ) from error
    return listener


class Supervisor:
    """Runs the children until a signal comes or one of them can't be kept alive."""

    def __init__(
        self,
        children: Sequence[Child],
        *,
        root: Path,
        environment: Callable[[Face], Mapping[str, str]],
        say: Callable[[str], None] = print,
    ) -> None:
        self._children = children
        self._root = root
        self._environment = environment
        self._say = say
        self._stop = asyncio.Event()
        self._failed = False

    async def run(self) -> int:
        """Serve until stopped; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._stop.set)
        alive, held = os.pipe()
        try:
            async with asyncio.TaskGroup() as tasks:
                for child in self._children:
                    tasks.create_task(self._keep_alive(child, alive))
        finally:
            os.close(held)
            os.close(alive)
        return 1 if self._failed else 0

    async def _keep_alive(self, child: Child, alive: int) -> None:
        failures = 0
        while not self._stop.is_set():
            began = asyncio.get_running_loop().time()
            process = await self._start(child, alive)
            status = await self._ended_or_stopped(process)
            if self._stop.is_set():
                return
            lived = asyncio.get_running_loop().time() - began
            failures = failures + 1 if lived < _QUICK_SECONDS else 1
            if status == REFUSED or failures >= _QUICK_FAILURES:
                self._give_up(child, status)
                return
            delay = min(_FIRST_DELAY * 2 ** (failures - 1), _LONGEST_DELAY)
            self._say(f"{child.face.name} ended with status {status}, starting again")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), delay)

    async def _start(self, child: Child, alive: int) -> asyncio.subprocess.Process:
        listener = child.listener.fileno()
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "coaching.serving.child",
            child.face.package,
            str(listener),
            str(alive),
            cwd=self._root,
            env=self._environment(child.face),
            pass_fds=(listener, alive),
            stdin=asyncio.subprocess.DEVNULL,
        )

    async def _ended_or_stopped(self, process: asyncio.subprocess.Process) -> int:
        ended = asyncio.create_task(process.wait())
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not ended.done():
            with suppress(ProcessLookupError):
                process.terminate()
            _, still_running = await asyncio.wait({ended}, timeout=_STOP_SECONDS)
            if still_running:
                process.kill()
        return await ended

    def _give_up(self, child: Child, status: int) -> None:
        if status != REFUSED:
            self._say(f"{child.face.name} ended {_QUICK_FAILURES} times at once, giving up")
        self._failed = True
        self._stop.set()
