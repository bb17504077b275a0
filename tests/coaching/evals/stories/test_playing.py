"""Stories of five sessions: played the same way each time, and told as they were played."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli.eval import evaluate
from coaching.evals.stories.players import Playing, tell_all
from coaching.evals.stories.stage import STORIES, tell_offline
from coaching.evals.stories.story import BadStory, read_stories
from coaching.evals.story_reports.git import ENGINE, HERE
from tests.support.played import played
from tests.support.story_pages import (
    BY_CLAUDE,
    BY_RULES,
    EXAMPLES,
    claude_page,
    offline_page,
    told_by_noor,
)

if TYPE_CHECKING:
    from pathlib import Path

SAM = read_stories(STORIES)[0]


@pytest.mark.journey
@pytest.mark.parametrize("name", BY_RULES)
async def test_a_story_in_the_docs_is_what_is_played_today(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    performance = await played(BY_RULES[name](), tmp_path_factory)

    written = (EXAMPLES / name).read_text("utf-8")
    assert offline_page(performance.told) == written, "run `make snap`"


@pytest.mark.journey
async def test_the_story_of_claude_in_the_docs_is_what_its_script_plays_today() -> None:
    written = (EXAMPLES / BY_CLAUDE).read_text("utf-8")
    assert claude_page(await told_by_noor()) == written, "run `make snap`"


@pytest.mark.journey
def test_the_command_plays_a_story_writes_it_and_prints_one_object(tmp_path: Path) -> None:
    examples = tmp_path / "examples.json"
    sam = replace(SAM, sessions=[replace(each, lines=each.lines[:2]) for each in SAM.sessions[:2]])
    examples.write_text(json.dumps([asdict(sam)], default=str), "utf-8")
    arguments = ["stories", "--examples", str(examples), "--to", str(tmp_path), "--json"]

    result = CliRunner().invoke(evaluate, arguments)

    found = json.loads(result.stdout.splitlines()[-1])
    written = json.loads((tmp_path / f"{sam.id}.json").read_text("utf-8"))
    lines = sum(len(session.lines) for session in sam.sessions)
    assert (result.exit_code, list(found)[:3]) == (0, ["cases", "passed", "failures"])
    assert found["people"][sam.id]["one_question"]["passed"] is True
    assert (len(found["talks"][sam.id]), len(written["sessions"])) == (lines, len(sam.sessions))
    assert json.loads((tmp_path / "report.json").read_text("utf-8")) == found


@pytest.mark.journey
async def test_who_plays_a_story_beside_whom_changes_nothing(tmp_path: Path) -> None:
    """A process plays both from a copy of the engine, while this one plays them too."""
    for package in ENGINE:
        shutil.copytree(HERE / package, tmp_path / package)
    short = [
        replace(SAM, id=name, sessions=[replace(SAM.sessions[0], lines=SAM.sessions[0].lines[:n])])
        for name, n in (("a", 3), ("b", 2))
    ]

    beside = asyncio.create_task(tell_all(short[::-1], Playing(home=tmp_path)))
    alone = [await tell_offline(story) for story in short]

    assert alone == (await beside)[::-1]


def test_a_story_that_nobody_has_written_is_refused_with_those_that_are_there() -> None:
    arguments = ["stories", "--examples", str(STORIES), "--story", "nobody"]

    result = CliRunner().invoke(evaluate, arguments)

    assert result.exit_code == 2
    assert SAM.id in result.output


def test_a_file_that_is_no_story_says_where_it_is_none(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text('[{"id": "x"}]')

    with pytest.raises(BadStory, match=r"none\.json: 0\.person"):
        read_stories(path)
