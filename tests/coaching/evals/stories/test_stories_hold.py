"""CI's people, played offline: no judge's figure leaves the bounds of `sets.json`."""

from __future__ import annotations

import pytest

from coaching.evals.stories.sets import PEOPLE, people_of, thresholds
from coaching.evals.stories.story import read_stories
from coaching.evals.story_reports.bounds import broken
from coaching.evals.story_reports.report import report_on
from coaching.evals.story_reports.versions import versions
from tests.support.played import played


@pytest.mark.journey
async def test_the_people_of_ci_are_coached_as_well_as_before(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    people = people_of("ci", read_stories(PEOPLE))

    told = [(await played(story, tmp_path_factory)).told for story in people]

    assert [story.id for story in people] == list(thresholds().people)
    assert broken(report_on(told, versions("offline")), thresholds()) == []
