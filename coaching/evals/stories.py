"""Stories of several sessions, played by the offline coach, and first figures about each.

What is counted here can be counted by anybody: no judgement, no model. What a reply did wrong,
comparisons between versions and reports are added beside this (`figures_of`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from coaching import bootstrap
from coaching.agents.guardrails import opening_of
from coaching.evals.playing import StoryClock, play
from coaching.evals.report import share
from coaching.memory.corrections import content_words
from coaching.offline import OfflineLLM
from coaching.repositories import migrations
from coaching.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.playing import Said, Told
    from coaching.evals.story import Story

STORIES = Path(__file__).parent / "examples" / "stories.json"
OPENINGS = 10
A_KEY = "of a story that nobody else can read"


async def tell_offline(story: Story) -> Told:
    """Play a story with the offline coach, in a database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder))
        migrations.upgrade(settings.database)
        clock = StoryClock(story.begins)
        coaching = bootstrap.build(settings, llm=OfflineLLM(), clock=clock)
        try:
            return await play(coaching, clock, story)
        finally:
            await coaching.db.close()


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
