"""What a person told the app, as the Coach and the Strategist read it."""

from __future__ import annotations

from coaching.prompts import facts
from coaching.values.people import PATTERN_NOTE
from tests.support.cast import CAST
from tests.support.situations import view


def test_the_coach_reads_what_is_not_so_about_their_tension() -> None:
    answers = {"q1": "q1_avoid", PATTERN_NOTE: "I do open the app"}
    doubting = view(CAST[0], answers=answers, tension_source="scored")
    chosen = view(CAST[0], answers=answers, tension_source="user")

    assert any("I do open the app" in line for line in facts.about(doubting))
    assert not any("I do open the app" in line for line in facts.about(chosen))
