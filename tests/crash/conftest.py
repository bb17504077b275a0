from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import psycopg
import pytest

from coaching.repositories.db import Db
from tests.crash import child
from tests.crash.child import Scene, Survived
from tests.support import factories
from tests.support.forked import FORKS, PRELOADED

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from pathlib import Path

    from tests.support.databases import Database

    Act = Callable[[Scene, str, Connection], None]

SECONDS = 60

FORKS.set_forkserver_preload(["tests.crash.played_ahead", *PRELOADED])


class Stage:
    """Where processes come and go around one database."""

    def __init__(self, database: Database, scene: Scene) -> None:
        self.database = database
        self.scene = scene

    def killed(self, act: Act, *, at: str) -> None:
        """Run a process that dies at a point; fail if it never gets there."""
        exit_code, _ = self._run(act, at)
        assert exit_code == -signal.SIGKILL, f"{at} was not reached: {exit_code}"
        self._time_passes()

    def survived(self, act: Act = child.recover) -> Survived:
        """Run a process to its end and return what it saw."""
        exit_code, seen = self._run(act, "")
        assert exit_code == 0
        assert seen is not None
        return seen

    def _run(self, act: Act, kill_at: str) -> tuple[int | None, Survived | None]:
        here, there = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=act, args=(self.scene, kill_at, there))
        process.start()
        there.close()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            pytest.fail("the process did not end")
        seen = here.recv() if process.exitcode == 0 else None
        here.close()
        return process.exitcode, seen

    def _time_passes(self) -> None:
        """End the leases of the dead: PostgreSQL's clock cannot be moved."""
        if self.database.is_postgres:
            with psycopg.connect(self.database.administrator_url) as connection:
                connection.execute("UPDATE turns SET lease_until = now() - interval '1 second'")
                connection.execute("UPDATE jobs SET lease_until = now() - interval '1 second'")


@pytest.fixture
async def stage(database: Database, tmp_path: Path) -> Stage:
    db = Db(database.url)
    owner = await factories.person(db, provider="Anthropic")
    await db.close()
    return Stage(database, Scene(database.url, tmp_path, owner))
