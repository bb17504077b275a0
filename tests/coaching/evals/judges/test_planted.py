"""Judges are judged: each planted fault is found by its judge, and a good talk by nobody."""

from __future__ import annotations

import pytest

from coaching.evals.judges import judge_story
from tests.support.planted_talks import Planted, bad_talks, good_talks


@pytest.mark.parametrize("talk", bad_talks(), ids=lambda talk: talk.id)
def test_the_judge_of_a_planted_fault_objects(talk: Planted) -> None:
    objecting = {verdict.judge for verdict in judge_story(talk.told()) if not verdict.passed}

    assert talk.judge in objecting


@pytest.mark.parametrize("talk", good_talks(), ids=lambda talk: talk.id)
def test_nobody_objects_to_a_good_talk(talk: Planted) -> None:
    assert [verdict for verdict in judge_story(talk.told()) if not verdict.passed] == []


def test_every_planted_fault_is_another_one() -> None:
    faults = [talk.fault for talk in bad_talks()]

    assert len(faults) == len(set(faults)) >= 8
