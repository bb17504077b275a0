"""CI's people, played offline: no judge's figure leaves the bounds of `story_sets.json`."""

from __future__ import annotations

import os

import pytest

from coaching.evals.players import Playing, tell_all
from coaching.evals.story import read_stories
from coaching.evals.story_report import report_on
from coaching.evals.story_sets import PEOPLE, broken, people_of, thresholds
from coaching.evals.story_versions import versions


@pytest.mark.journey
async def test_the_people_of_ci_are_coached_as_well_as_before() -> None:
    people = people_of("ci", read_stories(PEOPLE))

    told = await tell_all(people, Playing(jobs=os.cpu_count() or 1))

    assert [story.id for story in people] == list(thresholds().people)
    assert broken(report_on(told, versions("offline")), thresholds()) == []
