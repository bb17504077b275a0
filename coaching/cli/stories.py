"""`toney eval stories`: play people over several sessions, ask the judges, say what they found."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack, get_args

import click

from coaching.evals.report import Model
from coaching.evals.stories.players import Playing, tell_all
from coaching.evals.stories.sets import PEOPLE, Set, people_of
from coaching.evals.stories.stage import settings_of_model
from coaching.evals.stories.story import BadStory, read_stories
from coaching.evals.story_reports.before import compared_with
from coaching.evals.story_reports.compare_words import words
from coaching.evals.story_reports.report import report_on
from coaching.evals.story_reports.story_page import page
from coaching.evals.story_reports.table import table
from coaching.evals.story_reports.versions import versions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.stories.played import Told
    from coaching.evals.stories.story import Story
    from coaching.evals.story_reports.compare import Comparison
    from coaching.evals.story_reports.report import StoryReport

EXAMPLES = click.option(
    "--examples",
    type=click.Path(exists=True, path_type=Path),
    default=PEOPLE,
    help="A file of people, or a folder with one file each; those that come with Toney by default.",
)
ONLY = click.option(
    "--story", "only", multiple=True, help="An id; more than once for several people."
)
MODEL = click.option(
    "--model",
    type=click.Choice(get_args(Model)),
    default="offline",
    show_default=True,
    help="Who answers; claude needs a key.",
)


class Given(TypedDict):
    """Arguments of the command."""

    examples: Path
    only: Sequence[str]
    chosen_set: Set
    model: Model
    folder: Path | None
    jobs: int | None
    compare: str | None
    verbose: bool
    as_json: bool


@click.command(name="stories")
@EXAMPLES
@ONLY
@click.option(
    "--set",
    "chosen_set",
    type=click.Choice(get_args(Set)),
    default="all",
    show_default=True,
    help="Everybody, or the people that CI plays.",
)
@MODEL
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one page a person into this folder, and report.json.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as cores by default.")
@click.option(
    "--compare",
    metavar="REF",
    help="Say what changed since a version of git, such as main, or since a report.json.",
)
@click.option("--verbose", is_flag=True, help="Name every place, and each person as they end.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def stories(**given: Unpack[Given]) -> None:
    """Play people over several sessions and have every judge read what was said.

    The figures are the same on every machine. The exit status is 0 whenever the run completed.
    """
    people = _chosen(people_of(given["chosen_set"], read_stories(given["examples"])), given["only"])
    if given["model"] == "claude":
        settings_of_model()
    how, ref = _how(given), given["compare"]
    told = asyncio.run(tell_all(people, how))
    report = report_on(told, versions(how.model))
    found = compared_with(ref, people, how, report) if ref else None
    _keep(report, found, given)
    if given["as_json"]:
        click.echo(json.dumps(_object(report, found), ensure_ascii=False))
    elif found is not None:
        click.echo(words(found, all_replies=given["verbose"]))
    else:
        click.echo(table(report, all_places=given["verbose"]))


def _object(report: StoryReport, found: Comparison | None) -> dict[str, object]:
    return report.as_json() | ({"compare": found.as_json()} if found else {})


def _keep(report: StoryReport, found: Comparison | None, given: Given) -> None:
    if folder := given["folder"]:
        _write_pages(folder, report, as_json=given["as_json"])
        _write(
            folder / "report.json",
            json.dumps(_object(report, found), ensure_ascii=False, indent=2),
        )


def _how(given: Given) -> Playing:
    jobs = given["jobs"] or os.cpu_count() or 1
    return Playing(given["model"], jobs, on_told=_say if given["verbose"] else _silent)


def _chosen(there: list[Story], only: Sequence[str]) -> list[Story]:
    known = {story.id: story for story in there}
    if not there:
        raise BadStory("there is nobody in it")
    if len(known) < len(there):
        raise BadStory("two people have the same id")
    missing = [story for story in only if story not in known]
    if missing:
        raise click.BadParameter(f"nobody is {missing[0]}; there are {', '.join(known)}")
    return [known[story] for story in only] if only else there


def _say(told: Told) -> None:
    click.echo(f"{told.story.id}: {len(told.sessions)} sessions", err=True)


def _silent(_told: Told) -> None:
    """Say nothing."""


def _write_pages(folder: Path, report: StoryReport, *, as_json: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for each in report.told:
        text = json.dumps(asdict(each), ensure_ascii=False, indent=2, default=str)
        name = f"{each.story.id}.{'json' if as_json else 'md'}"
        _write(folder / name, text if as_json else page(each, report.versions.model))


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    click.echo(f"wrote {path}", err=True)
