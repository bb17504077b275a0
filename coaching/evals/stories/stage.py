"""The stage of a story: a database that is thrown away, a clock that moves, a coach, a player."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching import bootstrap
from coaching.evals.stories.clock import StoryClock
from coaching.evals.stories.playing import play
from coaching.evals.stories.story import BadStory
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.repositories import migrations
from coaching.repositories.engines import sqlite_file
from coaching.settings import read_settings
from coaching.simulator.space import model_of, settings_in

if TYPE_CHECKING:
    from collections.abc import Generator

    from coaching.evals.report import Model
    from coaching.evals.stories.played import Told
    from coaching.evals.stories.story import Story

STORIES = Path(__file__).parents[1] / "examples" / "stories.json"


async def tell_offline(story: Story) -> Told:
    """Play a story with the offline coach, in a database that is thrown away."""
    return await tell(story, "offline")


async def tell(story: Story, model: Model, *, empty: Path | None = None) -> Told:
    """Play a story in a database that is thrown away; `empty` is a migrated one to begin with.

    Claude is asked with the key and the models of the settings, everything else is the default.
    """
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder), **(settings_of_model() if model == "claude" else {}))
        if empty is None:
            migrations.upgrade(settings.database)
        else:
            shutil.copyfile(empty, sqlite_file(settings.database))
        clock = StoryClock(story.begins)
        async with AsyncExitStack() as stack:
            llm = OfflineLLM()
            if model == "claude":
                llm = AnthropicLLM(settings, clock=clock)
                stack.push_async_callback(llm.close)
            coaching = bootstrap.build(settings, llm=llm, clock=clock)
            stack.push_async_callback(coaching.db.close)
            return await play(coaching, clock, story)


@contextmanager
def empty_database() -> Generator[Path]:
    """Give a migrated database without a row, to be copied."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder))
        migrations.upgrade(settings.database)
        yield Path(sqlite_file(settings.database))


def settings_of_model() -> dict[str, object]:
    """Return the settings that say how Claude is asked; without a key that is refused."""
    there = read_settings()
    if not there.has_model:
        raise BadStory("claude needs ANTHROPIC_API_KEY, and AI that is not switched off")
    return model_of(there)
