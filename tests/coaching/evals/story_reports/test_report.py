"""What a run comes to: judgements as cases and a table; the same whoever counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.evals.stories.sets import Bound, Thresholds, people_of, thresholds
from coaching.evals.story_reports.bounds import broken
from coaching.evals.story_reports.report import StoryReport, report_on
from coaching.evals.story_reports.table import table
from coaching.evals.story_reports.versions import Versions, versions
from tests.support.told import NADIA, played, said, told

BY = Versions("the offline coach", "p", "t", "c", "g")
TWICE = "What was in the drawer? And who put it there?"
STOOD = "It came, and you <b>stood</b> there with it."
TOLD = told(
    played(said("the drawer again", TWICE)),
    played(said("the post came", STOOD), number=2),
    person=replace(NADIA, name="Nadia <3"),
)


@pytest.fixture(scope="module")
def report() -> StoryReport:
    return report_on([TOLD], BY)


def test_each_judge_on_each_person_is_a_case_and_the_contract_comes_first(
    report: StoryReport,
) -> None:
    found = report.as_json()

    assert list(found)[:3] == ["cases", "passed", "failures"]
    failures = found["failures"]
    assert isinstance(failures, list)
    assert "nadia/one_question" in [failure["id"] for failure in failures]
    assert found["passed"] == len(report.cases) - len(failures)
    assert found["talks"] == {
        "nadia": [
            {"session": 1, "line": 1, "person": "the drawer again", "toney": TWICE},
            {"session": 2, "line": 1, "person": "the post came", "toney": STOOD},
        ]
    }


def test_the_table_names_the_judge_the_place_and_the_words(report: StoryReport) -> None:
    page = table(report)

    assert "nadia/one_question: FAIL, 1 of 2 (expected every reply)" in page
    assert f"  session 1, line 1: 2 questions\n    “{TWICE}”" in page


def test_a_figure_out_of_its_bounds_is_named_with_its_places(report: StoryReport) -> None:
    judges = [verdict.judge for verdict in report.verdicts["nadia"]]
    bounds = {judge: Bound(at_least=0.0) for judge in judges} | {
        "one_question": Bound(at_least=0.9)
    }

    (said,) = broken(report, Thresholds((), bounds))

    assert said.startswith("nadia/one_question: 0.5, but at least 0.9\n  session 1, line 1: 2")


def test_a_judge_without_a_row_in_the_table_is_named(report: StoryReport) -> None:
    assert "one_question has no row" in broken(report, Thresholds((), {}))[0]


def test_the_people_of_ci_come_in_the_order_of_the_table() -> None:
    names = thresholds().people
    there = [replace(TOLD.story, id=name) for name in (*sorted(names), "nobody")]

    assert [story.id for story in people_of("ci", there)] == list(names)


def test_versions_are_those_of_the_files() -> None:
    found = versions("offline")

    assert found == versions("offline")
    assert all((found.prompts, found.tools, found.content))
