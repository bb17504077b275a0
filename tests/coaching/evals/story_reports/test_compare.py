"""Two runs compared: which judges moved, which replies differ, what the prompts cost now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching.evals.story_reports.compare import NoReport, Run, compared, read_run
from coaching.evals.story_reports.compare_words import words
from coaching.evals.story_reports.report import report_on
from coaching.evals.story_reports.versions import Versions
from tests.support.told import played, said, told

if TYPE_CHECKING:
    from pathlib import Path

BY = Versions("the offline coach", "p", "t", "c", "g")
NAMES = ("main 123", "this checkout")


def run(*replies: str, story: str = "nadia") -> Run:
    one = told(played(*(said("the post", reply) for reply in replies)))
    return report_on([replace(one, story=replace(one.story, id=story))], BY).as_json()


def test_a_judge_moves_and_a_reply_differs_at_its_place() -> None:
    found = compared(run("Hm.", "What? And why?"), run("Hm.", "What came?"), NAMES)

    (moved,) = [one for one in found.judges if one.judge == "one_question"]
    assert (moved.passed, moved.mean, moved.arrow) == ((0, 1), (0.5, 1.0), "↑")
    assert "nadia/one_question" in found.now_passes
    assert [(one.line, one.before, one.after) for one in found.differ] == [
        (2, "What? And why?", "What came?")
    ]


def test_it_says_in_words_what_moved_and_how_the_reply_was() -> None:
    page = words(compared(run("Hm.", "What came?"), run("Hm.", "What? And why?"), NAMES))

    assert page.startswith("main 123 → this checkout\n")
    assert "1 → 0 of 1      1.000 → 0.500 ↓" in page
    assert "now fails: nadia/one_question" in page
    assert "nadia, session 1, line 2: the post\n    - What came?\n    + What? And why?" in page


def test_a_talk_that_became_shorter_differs_where_nothing_is_said_any_more() -> None:
    found = compared(run("Hm.", "So."), run("Hm."), NAMES)

    assert [(one.before, one.after) for one in found.differ] == [("So.", "")]


def test_somebody_who_was_not_played_before_is_named() -> None:
    both = run("Hm.") | {"talks": run("Hm.")["talks"] | run("Hm.", story="ola")["talks"]}

    assert compared(run("Hm."), both, NAMES).notes == ("not played before: ola",)


@pytest.mark.parametrize("written", ["", "[]", '{"cases": 1}'])
def test_a_file_that_is_no_report_says_what_it_takes(tmp_path: Path, written: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(written, "utf-8")

    with pytest.raises(NoReport, match=r"report\.json is no .*: it takes what --json prints"):
        read_run(path)
