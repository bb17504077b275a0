"""Stories of several sessions, played by the offline coach, and first figures about each.

What is counted here can be counted by anybody: no judgement, no model. What a reply did wrong,
comparisons between versions and reports are added beside this (`figures_of`).
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching import bootstrap
from coaching.agents.guardrails import opening_of
from coaching.evals.improvising import by_model, settings_of_player
from coaching.evals.playing import play
from coaching.evals.report import share
from coaching.evals.speaking import by_rules
from coaching.evals.story import BadStory
from coaching.evals.story_clock import StoryClock
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.memory.corrections import content_words
from coaching.offline import OfflineLLM
from coaching.repositories import migrations
from coaching.repositories.engines import sqlite_file
from coaching.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from coaching.evals.playing import Said, Told
    from coaching.evals.report import Model
    from coaching.evals.story import Story

STORIES = Path(__file__).parent / "examples" / "stories.json"
OPENINGS = 10
A_KEY = "of a story that nobody else can read"


OF_A_MODEL = (
    "anthropic_api_key",
    "anthropic_base_url",
    "coach_model",
    "observer_model",
    "strategist_model",
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
    there = Settings()
    if not there.has_model:
        raise BadStory("claude needs ANTHROPIC_API_KEY, and AI that is not switched off")
    return {name: getattr(there, name) for name in OF_A_MODEL}


def settings_in(folder: Path, **changes: object) -> Settings:
    """Return settings that nothing outside has touched."""
    given = {name: field.default for name, field in Settings.model_fields.items()}
    given |= {"toney_data_dir": folder, "toney_secret_key": A_KEY, **changes}
    return Settings.model_validate(given)


def figures_of(told: Told) -> dict[str, object]:
    """Return what can be counted in a story."""
    said = [one for session in told.sessions for one in session.said]
    noted = [told.first, *(session.noted for session in told.sessions)]
    return {
        "sessions": len(told.sessions),
        "replies": len(said),
        "one_question_at_most": share(
            sum(one.toney.count("?") <= 1 for one in said), len(said), if_none=1.0
        ),
        "openings_again": _openings_again(said),
        "about_the_message": share(sum(map(_is_about, said)), len(said), if_none=1.0),
        "signals": sum(len(each.seen) for each in noted),
        "memories": sum(not memory.was for each in noted for memory in each.remembered),
        "versions": sum(len(each.versions) for each in noted),
        "cards": len({card.title for each in noted for card in each.cards}),
        "wins": sum(len(each.wins) for each in noted),
    }


def _openings_again(said: Sequence[Said]) -> int:
    """Count replies that begin with the two words of one of the ten before."""
    openings = [opening_of(one.toney).casefold().strip(".,!?:;“”") for one in said]
    return sum(
        opening in openings[max(0, place - OPENINGS) : place]
        for place, opening in enumerate(openings)
    )


def _is_about(said: Said) -> bool:
    """Whether a reply takes up a word of the message that carries meaning, if it has any."""
    words = content_words(said.person)
    return not words or bool(words & content_words(said.toney))
