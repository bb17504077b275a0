"""The stage of a story: a database that is thrown away, a clock that moves, a coach, a player."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching import bootstrap
from coaching.evals.stories.clock import StoryClock
from coaching.evals.stories.improvising import by_model, settings_of_player
from coaching.evals.stories.playing import play
from coaching.evals.stories.speaking import by_rules
from coaching.evals.stories.story import BadStory
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.repositories import migrations
from coaching.repositories.engines import sqlite_file
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Generator

    from coaching.evals.report import Model
    from coaching.evals.stories.played import Told
    from coaching.evals.stories.story import Story

STORIES = Path(__file__).parents[1] / "examples" / "stories.json"
A_KEY = "of a story that nobody else can read"


OF_A_MODEL = (
    "anthropic_api_key",
    "anthropic_base_url",
    "coach_model",
    "observer_model",
    "strategist_model",
    "model_deadline_factor",
)


async def tell_offline(story: Story) -> Told:
    """Play a story with the offline coach, in a database that is thrown away."""
    return await tell(story, "offline")


async def tell(story: Story, model: Model, *, empty: Path | None = None) -> Told:
    """Play a story in a database that is thrown away; `empty` is a migrated one to begin with.

    Claude is asked with the key and the models of the settings, everything else is the default;
    then whoever is only described is played by a model too, and not by the Coach's.
    """
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder), **(settings_of_model() if model == "claude" else {}))
        if empty is None:
            migrations.upgrade(settings.database)
        else:
            shutil.copyfile(empty, sqlite_file(settings.database))
        clock = StoryClock(story.begins)
        async with AsyncExitStack() as stack:
            llm, cast = OfflineLLM(), by_rules
            if model == "claude":
                llm = AnthropicLLM(settings, clock=clock)
                player = AnthropicLLM(settings_of_player(settings), clock=clock)
                cast = by_model(player)
                stack.push_async_callback(llm.close)
                stack.push_async_callback(player.close)
            coaching = bootstrap.build(settings, llm=llm, clock=clock)
            stack.push_async_callback(coaching.db.close)
            return await play(coaching, clock, story, cast)


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
    return {name: getattr(there, name) for name in OF_A_MODEL}


def settings_in(folder: Path, **changes: object) -> Settings:
    """Return settings that nothing outside has touched."""
    given = {name: field.default for name, field in Settings.model_fields.items()}
    given |= {"toney_data_dir": folder, "toney_secret_key": A_KEY, **changes}
    return Settings.model_validate(given)
