from __future__ import annotations

import pytest

from coaching.content import identify_tension, score_style
from coaching.simulator.answering import answers_for, style_for
from coaching.values.enums import Depth, LearningStyle, Tension


@pytest.mark.parametrize("tension", Tension)
def test_every_tension_is_reached_by_answers_to_the_questions(tension: Tension) -> None:
    found = identify_tension(answers_for(tension))
    assert (found.primary, found.secondary, found.needs_user_pick) == (tension, None, False)


def test_a_style_is_reached_by_answers_too() -> None:
    style = score_style(style_for(7.5, Depth.DEEP, LearningStyle.STORY))
    assert (style.tone, style.depth, style.learning_style) == (
        7.5,
        Depth.DEEP,
        LearningStyle.STORY,
    )
