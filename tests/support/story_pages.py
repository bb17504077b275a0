"""The stories in docs/examples: `python -m tests.support.story_pages` writes them again."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from coaching.evals.stories.sets import PEOPLE
from coaching.evals.stories.stage import STORIES, tell_offline
from coaching.evals.stories.story import read_stories
from coaching.evals.story_reports.telling import page
from coaching.serving import logs
from coaching.settings import Settings
from tests.support.story_scripts import told_by_claude

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.evals.stories.playing import Told

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
OFFLINE, SPANISH = "sam", "lucia"


async def told_offline() -> Told:
    """Play the story of docs/examples/story-offline.md."""
    (story,) = [story for story in read_stories(STORIES) if story.id == OFFLINE]
    return await tell_offline(story)


async def told_in_spanish() -> Told:
    """Play the story of docs/examples/story-offline-es.md."""
    (story,) = read_stories(PEOPLE / f"{SPANISH}.json")
    return await tell_offline(story)


async def told_by_noor() -> Told:
    """Play the story of docs/examples/story-claude.md."""
    with TemporaryDirectory() as folder:
        return await told_by_claude("noor", Path(folder))


PAGES: dict[str, tuple[Callable[[], Awaitable[Told]], str]] = {
    "story-offline.md": (told_offline, "the offline coach"),
    "story-offline-es.md": (told_in_spanish, "the offline coach"),
    "story-claude.md": (told_by_noor, "Claude, played from a script"),
}


def write() -> None:
    """Write every page."""

    async def play() -> None:
        for name, (tell, by) in PAGES.items():
            (EXAMPLES / name).write_text(page(await tell(), by), "utf-8")

    asyncio.run(play())


if __name__ == "__main__":
    logs.configure(Settings(), to=sys.stderr, at_least=logging.WARNING)
    write()
