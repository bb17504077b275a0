from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.content import (
    effective_depth,
    effective_tone,
    load_onboarding,
    score_style,
    tone_band,
)
from coaching.values.enums import Depth, LearningStyle

QUIZ = load_onboarding().style_quiz.questions
some_choices = st.fixed_dictionaries(
    {}, optional={q.id: st.sampled_from([o.id for o in q.options]) for q in QUIZ}
)


@pytest.mark.parametrize(
    ("answers", "tone"),
    [
        ({"s1": "s1_a", "s2": "s2_a"}, 1),
        ({"s1": "s1_a", "s2": "s2_d"}, 4),
        ({"s1": "s1_b", "s2": "s2_b"}, 4),
        ({"s1": "s1_b", "s2": "s2_d"}, 6),
        ({"s1": "s1_c", "s2": "s2_a"}, 5),
        ({"s1": "s1_c", "s2": "s2_c"}, 7),
        ({"s1": "s1_d", "s2": "s2_b"}, 8),
        ({"s1": "s1_d", "s2": "s2_d"}, 10),
        ({}, 5),
    ],
)
def test_the_quiz_gives_the_tone(answers: dict[str, str], tone: int) -> None:
    assert score_style(answers).tone == tone


def test_what_is_skipped_is_balanced_and_reflective() -> None:
    style = score_style({})

    assert (style.depth, style.learning_style) == (Depth.BALANCED, LearningStyle.REFLECTION)


@given(answers=some_choices, dial=st.integers(2, 20).map(lambda half: half / 2))
def test_the_dial_wins_over_the_choices(answers: dict[str, str], dial: float) -> None:
    style = score_style({**answers, "tone": dial})

    assert style.tone == dial
    assert style.depth is score_style(answers).depth


@pytest.mark.slow
@given(answers=st.none() | st.text() | st.dictionaries(st.text(max_size=4), st.integers()))
def test_whatever_arrives_gives_a_tone_in_range(answers: Any) -> None:
    assert 1 <= score_style(answers).tone <= 10


@pytest.mark.parametrize(
    ("tone", "band"),
    [
        (1, "gentle"),
        (4.9, "gentle"),
        (5, "balanced"),
        (6.9, "balanced"),
        (7, "direct"),
        (10, "direct"),
    ],
)
def test_a_tone_has_a_band(tone: float, band: str) -> None:
    assert tone_band(tone) == band


@given(stored=st.floats(1, 10))
def test_after_something_serious_the_tone_is_gentle_and_the_setting_stays(stored: float) -> None:
    assert effective_tone(stored, safety_recent=True) <= 4
    assert effective_tone(stored, safety_recent=False) == stored


def test_depth_waits_for_the_second_session_and_after_an_urgent_one() -> None:
    assert effective_depth(Depth.DEEP, session_number=1) is Depth.BALANCED
    assert effective_depth(Depth.DEEP, session_number=2) is Depth.DEEP
    assert effective_depth(Depth.DEEP, session_number=5, last_session_danger=True) is Depth.BALANCED
    assert effective_depth(Depth.LIGHT, session_number=1) is Depth.LIGHT
