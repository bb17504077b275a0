"""`toney eval people`: play people from files, and write down each conversation to be read."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, get_args

import click

from coaching.cli.talk import llm_of, transcript
from coaching.evals import talk as simulator
from coaching.evals.judges.replies import own_words, words_of
from coaching.evals.report import Model
from coaching.values.context import PersonView
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.report import Row
    from coaching.evals.talk import Exchange

TONE = 5.0


@click.command(name="people")
@click.argument("place", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for one text file each; printed by default.",
)
@click.option(
    "--model",
    type=click.Choice(get_args(Model)),
    default="offline",
    show_default=True,
    help="Who answers; claude needs a key.",
)
def people(place: Path, out: Path | None, model: Model) -> None:
    """Play the people of a JSON file, or of each JSON file of a folder.

    A person is {"id", "lang", "messages"}, or has "sessions" with "messages" each.
    """
    talks = {str(row["id"]): (row, _played(row, model)) for row in _people_in(place)}
    for name, (row, said) in talks.items():
        page = transcript({**row, "name": name}, TONE, said)
        if out is None:
            click.echo(f"{page}\n\n")
            continue
        out.mkdir(parents=True, exist_ok=True)
        out.joinpath(f"{name}.md").write_text(f"{page}\n", "utf-8")
    click.echo(_figures([one for _, said in talks.values() for one in said]))


def _played(row: Row, model: Model) -> list[Exchange]:
    """Return the talk of one person; each session begins anew."""
    language = str(row.get("lang") or row.get("locale") or "en")
    stage = Stage(str(row.get("stage", Stage.CONTEMPLATION)))
    person = PersonView(language=language, tone=TONE, tone_stored=TONE, stage=stage)
    said: list[Exchange] = []
    for session in row.get("sessions", [row]):
        lines = [str(line) for line in session["messages"]]
        said += asyncio.run(simulator.talk(llm_of(model), person, lines))
    return said


def _people_in(place: Path) -> list[Row]:
    """Return the people of a file, or of each file of a folder; its name is their id by default."""
    rows: list[Row] = []
    for file in sorted(place.glob("*.json")) if place.is_dir() else [place]:
        held = json.loads(file.read_text("utf-8"))
        rows += held if isinstance(held, list) else [{"id": file.stem, **held}]
    return rows


def _figures(said: Sequence[Exchange]) -> str:
    """Return what can be counted of the replies; whether they are about it takes a reader."""
    if not said:
        return "nobody was played"
    length = median(len(words_of(one.toney)) for one in said)
    quoting = sum(own_words(one.toney) != one.toney for one in said if not one.kept)
    shown = sum(bool(one.shown) for one in said)
    return (
        f"{len(said)} replies: half have up to {length:g} words, {quoting} quote, "
        f"{shown} have a text of the safety screen before them"
    )
