"""Starts one child per app, watches them and stops them (ADR 0008).

`python -m coaching.serving.supervisor NAME:PACKAGE:FD:RELEASE …` is what `toney serve` becomes
when all is prepared. It holds the listening sockets, so that a child that is started again loses
no connection, imports next to nothing, and opens no database.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass

REFUSED = 78
"""Exit status of a child that says: starting again would not help (EX_CONFIG)."""
_KEPT_FROM = {"toney_app": ("ADMIN_PASSWORD", "ADMIN_DATABASE_URL", "DATABASE_MIGRATION_URL")}
"""The app that strangers reach has no need of the keys of admins and of migrations."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_QUICK_SECONDS = 10.0
_QUICK_FAILURES = 5
_FIRST_DELAY = 0.2
_LONGEST_DELAY = 10.0
# A running reply is given time to end, and a job to be put back.
_STOP_SECONDS = 35.0
_WORTH_A_WORD_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Child:
    """An app to be served: the socket that it listens on, the release that it serves."""

    name: str
    package: str
    listener: int
    release: str

    @classmethod
    def parse(cls, text: str) -> Child:
        """Read a child from the command line."""
        name, package, listener, release = text.split(":", 3)
        return cls(name, package, int(listener), release)

    def __str__(self) -> str:
        return f"{self.name}:{self.package}:{self.listener}:{self.release}"


class Supervisor:
    """Runs the children until a signal comes or one of them can't be kept alive."""

    def __init__(self, children: list[Child]) -> None:
        self._children = children
        self._stop = asyncio.Event()
        self._at_once = asyncio.Event()
        self._failed = False

    async def run(self) -> int:
        """Serve until stopped; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._on_signal)
        alive, held = os.pipe()
        try:
            async with asyncio.TaskGroup() as tasks:
                for child in self._children:
                    tasks.create_task(self._keep_alive(child, alive))
        finally:
            os.close(held)
            os.close(alive)
        return 1 if self._failed else 0

    def _on_signal(self) -> None:
        """Ask for an end at the first signal, and for one at once at the second."""
        if self._stop.is_set():
            self._at_once.set()
        self._stop.set()

    async def _keep_alive(self, child: Child, alive: int) -> None:
        clock = asyncio.get_running_loop().time
        failures = 0
        while not self._stop.is_set():
            began = clock()
            status = await self._ended_or_stopped(child, await _start(child, alive))
            if self._stop.is_set():
                return
            failures = failures + 1 if clock() - began < _QUICK_SECONDS else 1
            if status == REFUSED or failures >= _QUICK_FAILURES:
                self._give_up(child, status)
                return
            _say(f"{child.name} ended with status {status}, starting it again")
            delay = min(_FIRST_DELAY * 2 ** (failures - 1), _LONGEST_DELAY)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), delay)

    async def _ended_or_stopped(self, child: Child, process: asyncio.subprocess.Process) -> int:
        ended = asyncio.create_task(process.wait())
        if not await _first(ended, self._stop):
            _send(process, signal.SIGTERM)
            if not await _first(ended, self._at_once, seconds=_WORTH_A_WORD_SECONDS):
                _say(f"{child.name} brings what is running to an end (again: stop at once)")
            if not await _first(ended, self._at_once, seconds=_STOP_SECONDS):
                _send(process, signal.SIGKILL)
        return await ended

    def _give_up(self, child: Child, status: int) -> None:
        if status != REFUSED:
            _say(f"{child.name} ended {_QUICK_FAILURES} times in a row, giving up")
        self._failed = True
        self._stop.set()


async def _start(child: Child, alive: int) -> asyncio.subprocess.Process:
    """Start a child, which ends by itself when the pipe `alive` closes: when we are gone."""
    arguments = (child.package, str(child.listener), str(alive))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "coaching.serving.child",
        *arguments,
        env=_environment(child),
        pass_fds=(child.listener, alive),
        stdin=asyncio.subprocess.DEVNULL,
    )


def _environment(child: Child) -> dict[str, str]:
    """Return what a child starts with: empty settings are those that `.env` may not fill either."""
    own = {"TONEY_APP": child.package, "REFLEX_WEB_WORKDIR": child.release}
    return {**os.environ, **own, **dict.fromkeys(_KEPT_FROM.get(child.package, ()), "")}


async def _first(
    ended: asyncio.Task[int], event: asyncio.Event, *, seconds: float | None = None
) -> bool:
    """Wait for the end or for an event; return whether the end came."""
    happened = asyncio.create_task(event.wait())
    await asyncio.wait({ended, happened}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    happened.cancel()
    return ended.done()


def _send(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(number)


def _say(line: str) -> None:
    with suppress(OSError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


async def _main(children: list[Child]) -> int:
    return await Supervisor(children).run()


if __name__ == "__main__":
    sys.exit(asyncio.run(_main([Child.parse(text) for text in sys.argv[1:]])))
