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
from coaching.evals.story_reports.story_page import page
from coaching.serving import logs
from coaching.settings import Settings
from tests.support.story_scripts import told_by_claude

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.evals.stories.played import Told
    from coaching.evals.stories.story import Story

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
OFFLINE, SPANISH = "sam", "lucia"


def of_sam() -> Story:
    """Return the story of docs/examples/story-offline.md."""
    (story,) = [story for story in read_stories(STORIES) if story.id == OFFLINE]
    return story


def of_lucia() -> Story:
    """Return the story of docs/examples/story-offline-es.md."""
    (story,) = read_stories(PEOPLE / f"{SPANISH}.json")
    return story


async def told_by_noor() -> Told:
    """Play the story of docs/examples/story-claude.md."""
    with TemporaryDirectory() as folder:
        return await told_by_claude("noor", Path(folder))


BY_RULES: dict[str, Callable[[], Story]] = {
    "story-offline.md": of_sam,
    "story-offline-es.md": of_lucia,
}
BY_CLAUDE = "story-claude.md"


def offline_page(told: Told) -> str:
    """Return the page of a story that the offline coach played."""
    return page(told, "the offline coach")


def claude_page(told: Told) -> str:
    """Return the page of a story that was played from a script."""
    return page(told, "Claude, played from a script")


def write() -> None:
    """Write every page."""

    async def play() -> None:
        for name, story in BY_RULES.items():
            (EXAMPLES / name).write_text(offline_page(await tell_offline(story())), "utf-8")
        (EXAMPLES / BY_CLAUDE).write_text(claude_page(await told_by_noor()), "utf-8")

    asyncio.run(play())


if __name__ == "__main__":
    logs.configure(Settings(), to=sys.stderr, at_least=logging.WARNING)
    write()
