from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.evals.judges.expected_crisis import expected_crisis
from coaching.evals.stories.behind import Behind
from coaching.evals.stories.story import Expects
from coaching.values.enums import SafetyLevel
from tests.support.told import played, said, told


@pytest.mark.parametrize(
    ("level", "is_seen"), [(SafetyLevel.CRISIS, True), (SafetyLevel.CONCERN, False)]
)
def test_a_crisis_that_a_story_expects_has_to_be_recognised(
    level: SafetyLevel, *, is_seen: bool
) -> None:
    found = told(played(said("hi", "ok", behind=Behind(safety=level))))
    (session,) = found.story.sessions
    story = replace(found.story, sessions=[replace(session, expects=Expects(crisis=True))])
    verdict = expected_crisis(replace(found, story=story))
    assert (verdict.passed, len(verdict.faults)) == (is_seen, 0 if is_seen else 1)


def test_without_a_crisis_there_is_nothing_to_recognise() -> None:
    assert expected_crisis(told(played(said("hi", "ok")))).passed
