"""What a forked server runs. The fork server imports this, and with it all that the app imports.

It also plays a short talk, so that patterns and compiled statements are there after each fork. The
app itself is made after the fork, because the framework reads the ports then.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import toney_app.api
import toney_app.pages  # noqa: F401 - these imports are most of a start
from coaching import offline, safety
from coaching.evals.stories.stage import STORIES, tell
from coaching.evals.stories.story import read_stories
from coaching.serving import apps, child, data_folder, port_binding, supervisor
from coaching.serving.process_environment import serving_environment
from coaching.settings import read_settings
from tests.support import databases, warm
from tests.support.served import ROOT

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_OWNER_ONLY = 0o077


def serve(environment: dict[str, str], release: str, output: Path, alive: Connection) -> None:
    """Serve the app as a child of `toney serve`, until a signal comes or the worker is gone."""
    os.umask(_OWNER_ONLY)
    os.chdir(ROOT)
    _say_it_to(output)
    os.environ.clear()
    os.environ.update(environment)
    read_settings.cache_clear()
    settings = read_settings()
    listener = port_binding.listen(apps.face(settings, "toney")).detach()
    os.environ.update(serving_environment() | data_folder.prepare(settings).as_environment())
    this = supervisor.Child("toney", "toney_app", listener, release)
    os.environ.update(supervisor._environment(this))
    read_settings.cache_clear()
    sys.exit(child.main(this.package, listener, alive.fileno()))


def _say_it_to(output: Path) -> None:
    with output.open("w") as said:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(said.fileno(), stream.fileno())
            stream.reconfigure(write_through=True)  # pyrefly: ignore[missing-attribute]


def play_ahead() -> None:
    """Let somebody write two messages that the Observer and the Strategist work on."""
    first = read_stories(STORIES)[0]
    short = replace(first, sessions=[replace(first.sessions[0], lines=first.sessions[0].lines[:2])])
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        empty = Path(folder, "empty.db")
        empty.write_bytes(databases.migrated())
        asyncio.run(tell(short, "offline", empty=empty))


databases.wait_for_no_disk()
warm.keep_warm()
offline.prepare()
safety.prepare()
safety.compile_phrases()
play_ahead()
gc.freeze()
