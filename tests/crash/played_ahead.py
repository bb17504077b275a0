"""A talk with its jobs on each database, played in the fork server when it imports this.

What is made at its first use, patterns and compiled statements, is there for every process that is
forked from it then.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from coaching import offline, safety
from coaching.repositories.db import Db
from tests.crash import child
from tests.support import databases, factories, postgres, warm

if TYPE_CHECKING:
    from collections.abc import Generator
    from uuid import UUID


def play_ahead() -> None:
    """Let somebody write a message that a tool, the Observer and the Strategist work on."""
    with TemporaryDirectory() as name, redirect_stdout(StringIO()):
        folder = Path(name)
        _play(f"sqlite:///{databases.sqlite_template(folder)}", folder)
        with _postgres_database() as url:
            if url is not None:
                _play(url, folder)


def _play(url: str, folder: Path) -> None:
    owner = asyncio.run(_somebody(url))
    scene = child.Scene(url, folder, owner, uses_tool=True, is_urgent=True)
    with Connection(os.open(os.devnull, os.O_WRONLY), readable=False) as nobody:
        child.say(scene, "", nobody)


async def _somebody(url: str) -> UUID:
    db = Db(url)
    owner = await factories.person(db, provider="Anthropic")
    await db.close()
    return owner


@contextmanager
def _postgres_database() -> Generator[str | None]:
    with postgres.server() as server:
        if server is None:
            yield None
            return
        with server.database("ahead") as name, databases.postgres_database(server, name) as made:
            yield made.url


databases.wait_for_no_disk()
warm.keep_warm()
offline.prepare()
safety.prepare()
play_ahead()
