"""Stories of five sessions: played the same way each time, and told as they were played."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli.eval import evaluate
from coaching.evals.noting import Noted
from coaching.evals.players import Playing, tell_all
from coaching.evals.playing import Played, Said, Told
from coaching.evals.stories import STORIES, figures_of
from coaching.evals.story import BadStory, read_stories
from coaching.evals.telling import page
from tests.support.story_pages import EXAMPLES, PAGES

if TYPE_CHECKING:
    from pathlib import Path

SAM = read_stories(STORIES)[0]


def told(*said: tuple[str, str]) -> Told:
    exchanges = tuple(Said(person, toney) for person, toney in said)
    session = Played(1, SAM.begins, (), "", exchanges, "by_gap", "", "", Noted())
    return Told(SAM, Noted(), (session,))


@pytest.mark.journey
@pytest.mark.parametrize("name", PAGES)
async def test_a_story_in_the_docs_is_what_is_played_today(name: str) -> None:
    tell, by = PAGES[name]

    assert page(await tell(), by) == (EXAMPLES / name).read_text("utf-8"), "run `make snap`"


@pytest.mark.journey
def test_the_command_plays_a_story_writes_it_and_prints_one_object(tmp_path: Path) -> None:
    html = tmp_path / "report.html"
    arguments = ["stories", "--examples", str(STORIES), "--to", str(tmp_path), "--json"]

    result = CliRunner().invoke(evaluate, [*arguments, "--html", str(html)])

    found = json.loads(result.stdout.splitlines()[-1])
    written = json.loads((tmp_path / f"{SAM.id}.json").read_text("utf-8"))
    lines = sum(len(session.lines) for session in SAM.sessions)
    assert (result.exit_code, list(found)[:3]) == (0, ["cases", "passed", "failures"])
    assert found["people"][SAM.id]["one_question"]["passed"] is True
    assert (len(found["talks"][SAM.id]), len(written["sessions"])) == (lines, len(SAM.sessions))
    assert json.loads((tmp_path / "report.json").read_text("utf-8")) == found
    assert SAM.person.why in html.read_text("utf-8")


@pytest.mark.journey
async def test_who_plays_a_story_beside_whom_changes_nothing() -> None:
    short = [
        replace(SAM, id=name, sessions=[replace(SAM.sessions[0], lines=SAM.sessions[0].lines[:n])])
        for name, n in (("a", 3), ("b", 2))
    ]

    alone = await tell_all(short, Playing(jobs=1))
    together = await tell_all(short[::-1], Playing(jobs=2))

    assert alone == together[::-1]


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


def test_two_questions_are_one_too_many() -> None:
    figures = figures_of(told(("hello", "And then? What was it?"), ("hm", "What was it?")))

    assert figures["one_question_at_most"] == 0.5


def test_an_opening_counts_as_repeated_for_ten_replies() -> None:
    replies = [f"Word{number} here." for number in range(10)]
    soon = figures_of(told(("a", "So then."), ("b", "So then, again.")))
    late = figures_of(told(("a", "So then."), *(("b", r) for r in replies), ("c", "So then.")))

    assert (soon["openings_again"], late["openings_again"]) == (1, 0)


def test_a_reply_is_about_the_message_when_a_word_of_it_comes_back() -> None:
    figures = figures_of(told(("the drawer again", "That drawer."), ("the post", "A heavy day.")))

    assert figures["about_the_message"] == 0.5
