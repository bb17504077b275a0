"""Stories played by the offline coach, each one once per run of the tests.

The first test that asks for a story plays it; the others, in whichever worker they run, read what
was stored. What the Strategist planned on the way is stored with it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unittest.mock import patch

from coaching.evals.stories.stage import tell
from coaching.offline import llm
from coaching.offline.strategist.plan import plan
from tests.support.databases import migrated

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    import pytest

    from coaching.evals.stories.played import Told
    from coaching.evals.stories.story import Story
    from coaching.values.context import StrategistContext
    from coaching.values.strategy import StrategistOutput


@dataclass(frozen=True, slots=True)
class Performance:
    """A story as it was told, and every run of the Strategist in it."""

    told: Told
    runs: list[tuple[StrategistContext, StrategistOutput]] = field(default_factory=list)


async def played(story: Story, folders: pytest.TempPathFactory) -> Performance:
    """Return a story as it was played in this run of the tests; play it if nobody has yet."""
    folder = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    name = hashlib.sha256(repr(story).encode()).hexdigest()[:16]
    stored = folder / f"{story.id}-{name}.pickle"
    with _locked(stored):
        if stored.exists():
            return pickle.loads(stored.read_bytes())  # noqa: S301 - written below, in this run
        performance = await _play(story, _empty_database(folder))
        stored.write_bytes(pickle.dumps(performance))
    return performance


async def _play(story: Story, empty: Path) -> Performance:
    runs: list[tuple[StrategistContext, StrategistOutput]] = []

    def noted(context: StrategistContext) -> StrategistOutput:
        runs.append((context, plan(context)))
        return runs[-1][1]

    with patch.object(llm, "plan", noted):
        return Performance(await tell(story, "offline", empty=empty), runs)


def _empty_database(folder: Path) -> Path:
    path = folder / "story.db"
    with _locked(path):
        if not path.exists():
            path.write_bytes(migrated())
    return path


@contextmanager
def _locked(path: Path) -> Generator[None]:
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
