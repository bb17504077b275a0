"""`toney eval stories`: play people over several sessions, read the talks, count a few things."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coaching.evals.stories import STORIES, figures_of, tell_offline
from coaching.evals.story import read_stories
from coaching.evals.telling import page

if TYPE_CHECKING:
    from coaching.evals.playing import Told
    from coaching.evals.story import Story

BY = "the offline coach"


@click.command(name="stories")
@click.option(
    "--examples",
    type=click.Path(exists=True, path_type=Path),
    default=STORIES,
    help="File or folder of stories; those that come with Toney by default.",
)
@click.option("--story", "only", help="The id of one story; all of them by default.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file a story into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Write and print JSON.")
def stories(examples: Path, only: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Play stories with the offline coach and print what can be counted in each."""
    found: dict[str, dict[str, object]] = {}
    for story in _chosen(read_stories(examples), only):
        told = asyncio.run(tell_offline(story))
        found[story.id] = figures_of(told)
        if folder is not None:
            _write(folder, told, as_json=as_json)
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else _table(found))


def _chosen(there: list[Story], only: str | None) -> list[Story]:
    chosen = [story for story in there if only in (None, story.id)]
    if not chosen:
        raise click.BadParameter(f"there are {', '.join(story.id for story in there)}")
    return chosen


def _write(folder: Path, told: Told, *, as_json: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(told), ensure_ascii=False, indent=2, default=str)
    path = folder / f"{told.story.id}.{'json' if as_json else 'md'}"
    path.write_text(text if as_json else page(told, BY), "utf-8")
    click.echo(f"wrote {path}", err=True)


def _table(found: dict[str, dict[str, object]]) -> str:
    """Return one column a story: the names of the figures are long."""
    first = max(len(name) for figures in found.values() for name in figures)
    rows = [f"{'':<{first}}  {'  '.join(f'{name:>8}' for name in found)}"]
    for name in next(iter(found.values())):
        values = (f"{figures[name]!s:>{max(8, len(story))}}" for story, figures in found.items())
        rows.append(f"{name:<{first}}  {'  '.join(values)}")
    return "\n".join(rows)
