from __future__ import annotations

import pytest

from coaching.content.catalogue import languages
from coaching.domains.practices.content import load_library
from toney_app.js import practice_data


@pytest.mark.parametrize("language", languages())
def test_every_way_leads_to_a_step_and_nothing_is_written_or_kept(language: str) -> None:
    found = practice_data.graph(language)
    steps = found["steps"]
    assert found["start"] in steps
    for step in steps.values():
        assert set(step["ways"].values()) <= set(steps)
        assert step["shown"]["kind"] != "write"
        assert "outcomes" not in step["shown"]
        assert step["ways"] or step["shown"]["kind"] == "end"
    assert set(found["exits"].values()) <= set(steps)


def test_the_ways_are_those_of_the_runner() -> None:
    ways = practice_data.graph("en")["steps"]["after"]["ways"]
    assert {number: ways[number] for number in ("0", "7", "8", "10")} == {
        "0": "end",
        "7": "end",
        "8": "end_high",
        "10": "end_high",
    }


def test_it_may_always_be_offered() -> None:
    practice = load_library().find(practice_data.PRACTICE)
    assert practice is not None
    assert practice.not_when == ()
