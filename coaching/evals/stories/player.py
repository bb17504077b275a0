"""Plays stories in a process of its own: a line of JSON in, a line of JSON out, until nobody asks.

It is run by its path, with the checkout of the coach that shall play first on `PYTHONPATH`. An
older version plays its own coach in its own way, so nothing of ours is imported before it is
asked, and only what is as old as stories are.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import sys
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

Row = dict[str, Any]
FLAT = "coaching.evals.story"
"""Where a story was read from before stories had a package of their own."""


def main() -> None:
    """Answer on what was stdout; whatever else is printed goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with ExitStack() as stack:
        player: Callable[[Row], Row] | None = None
        for line in sys.stdin:
            asked = json.loads(line)
            try:
                player = player or _player(asked["model"], stack)
                answer = player(asked["story"])
            except Exception as error:  # noqa: BLE001 - told to whoever asked
                answer = {"error": f"{error}" or type(error).__name__}
            print(json.dumps(answer, default=str), file=answers, flush=True)


def _player(model: str, stack: ExitStack) -> Callable[[Row], Row]:
    """Return what plays a story with the version that is on the path."""
    try:
        stories = importlib.import_module("coaching.evals.stories")
        flat = None if hasattr(stories, "story_of") else importlib.import_module(FLAT)
        story_of: Callable[[Row], Any] = (flat or stories).story_of
    except (ImportError, AttributeError) as error:
        raise RuntimeError("that version is from before stories could be played") from error
    if hasattr(stories, "tell"):
        empty = stack.enter_context(stories.empty_database())
        return lambda row: _told(stories.tell(story_of(row), model, empty=empty))
    if model != "offline":
        raise RuntimeError("that version can be played by the offline coach only")
    return lambda row: _told(stories.tell_offline(story_of(row)))


def _told(play: Coroutine[Any, Any, Any]) -> Row:
    return asdict(asyncio.run(play))


if __name__ == "__main__":
    main()
