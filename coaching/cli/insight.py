"""`toney eval insight`: every sentence of 'What Toney thinks', for somebody to judge."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from coaching.cli.stories import EXAMPLES, MODEL, ONLY
from coaching.evals.stories.players import Playing, tell_all
from coaching.evals.stories.story import BadStory, read_stories

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from coaching.evals.report import Model
    from coaching.evals.stories.played import Told


@click.command(name="insight")
@EXAMPLES
@ONLY
@MODEL
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as cores by default.")
def insight(examples: Path, only: Sequence[str], model: Model, jobs: int | None) -> None:
    """Play people and print each sentence that they can read about themselves, one JSON a line.

    A sentence that stays the same from one session to the next is printed once.
    """
    people = [story for story in read_stories(examples) if not only or story.id in only]
    if not people:
        raise BadStory("no person has this id")
    how = Playing(model, jobs or os.cpu_count() or 1)
    for told in asyncio.run(tell_all(people, how)):
        for row in _rows(told):
            click.echo(json.dumps(row, ensure_ascii=False))


def _rows(told: Told) -> Iterator[dict[str, object]]:
    seen: set[tuple[str, str]] = set()
    for played in told.sessions:
        for thought in played.thinks:
            if (thought.section, thought.text) not in seen:
                seen.add((thought.section, thought.text))
                yield {"story": told.story.id, "session": played.number, **asdict(thought)}
