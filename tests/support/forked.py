"""Toney's app in a process forked from one that has imported it: imports are most of a start.

What `toney serve` does before and around the app is left out: the build, migrations, the first
admin and the supervisor. A journey that needs one of these uses `served`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from coaching.cli.main import main
from coaching.serving.frontend import built
from coaching.settings import Settings, read_settings
from tests.support.polling import wait_until
from tests.support.served import (
    ROOT,
    START_SECONDS,
    Served,
    addresses,
    answers,
    environment,
    make_migrated,
    on_free_ports,
)

if TYPE_CHECKING:
    from collections.abc import Generator
    from multiprocessing.connection import Connection

FORKS = multiprocessing.get_context("forkserver")
"""Forks from a process that has imported everything and opened nothing: no thread, loop or engine
of the tests comes along. It has all that any test needs."""
PRELOADED = [__name__, "tests.support.forked_app"]
FORKS.set_forkserver_preload(PRELOADED)


def share_fork_server() -> None:
    """Start the fork server now: the workers that are forked from this process use it too.

    It ends with the last of them. In a worker it is nobody's child, so multiprocessing, which looks
    after its children before each fork, is kept from looking. What they print goes nowhere: no
    test catches it.
    """
    with patch.dict(os.environ), _without_output():
        for name in Settings.model_fields:
            os.environ.pop(name.upper(), None)
        forkserver.ensure_running()
    forkserver._forkserver.ensure_running = lambda: None


@contextmanager
def _without_output() -> Generator[None]:
    """Let the processes that begin meanwhile print to nowhere."""
    kept = os.dup(1)
    try:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


@contextmanager
def forked(data: Path, release: Path | None = None, /, **settings: str) -> Generator[Served]:
    """Serve the app until the block ends; a new data folder gets a database that is migrated."""
    make_migrated(data)
    settings = on_free_ports(settings)
    running = Served(*addresses(settings), data, data.with_suffix(".log"))
    running.output.touch()
    alive, held = FORKS.Pipe(duplex=False)
    process = FORKS.Process(
        target=_serve,
        args=(environment(data, **settings), str(release or _release()), running.output, alive),
    )
    process.start()
    alive.close()

    def is_healthy() -> bool:
        assert process.is_alive(), running.said()
        return answers(f"{running.url}/health")

    try:
        wait_until(is_healthy, seconds=START_SECONDS, what=running.url)
        yield running
    finally:
        process.terminate()
        process.join(timeout=60)
        held.close()
        assert process.exitcode is not None, "the server did not stop"


@dataclass(frozen=True)
class Ended:
    """A command of `toney` that has ended."""

    status: int | None
    errors: str


def command(*arguments: str, data: Path, **settings: str) -> Ended:
    """Run a command of `toney` to its end, without the second that its imports take."""
    errors = data.with_suffix(".errors")
    process = FORKS.Process(
        target=_command, args=(environment(data, **settings), arguments, errors)
    )
    process.start()
    process.join(timeout=120)
    return Ended(process.exitcode, errors.read_text("utf-8"))


def _command(environment: dict[str, str], arguments: tuple[str, ...], errors: Path) -> None:
    with errors.open("w", encoding="utf-8") as said:
        os.dup2(said.fileno(), sys.stderr.fileno())
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    read_settings.cache_clear()
    sys.argv = ["toney", *arguments]
    main()


def _serve(environment: dict[str, str], release: str, output: Path, alive: Connection) -> None:
    from tests.support import forked_app  # noqa: PLC0415 - the fork server has imported it

    forked_app.serve(environment, release, output, alive)


@cache
def _release() -> Path:
    return built("toney_app", ROOT)
