"""The tone is a number on a scale (A23), and reads as one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from coaching.content import shaming
from coaching.prompts import build_system_prompt_blocks, preface
from coaching.prompts.tone import STEPS, tone_guidance
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import Depth, LearningStyle, Tension
from coaching.values.preface import PrefaceFacts, StyleNews
from tests.support.situations import TODAY

FIVE = (1.0, 3.0, 5.0, 7.0, 10.0)
WHOLE = [float(tone) for tone in range(1, 11)]
HALVES = [half / 2 for half in range(2, 21)]


def block(tone: float, *, stored: float = 0.0, session: int = 2, **more: Any) -> str:
    """Return the session block at a tone."""
    person = PersonView(tone=tone, tone_stored=stored or tone, **more)
    return build_system_prompt_blocks(WorkingContext(person, "hello", TODAY, session, 1))[1].text


def test_five_tones_are_five_blocks() -> None:
    assert len({block(tone) for tone in FIVE}) == len(FIVE)


def test_every_whole_number_sounds_different_and_the_number_is_said() -> None:
    assert len({tone_guidance(tone) for tone in WHOLE}) == len(WHOLE)
    assert all(f"Tone {tone:g} of 10" in block(tone) for tone in HALVES)


def test_a_half_step_changes_one_thing_at_most() -> None:
    marks = [mark for steps in STEPS.values() for mark in steps]
    crossed = [sum(low < mark <= high for mark in marks) for low, high in pairwise(HALVES)]

    assert max(crossed) == 1


@pytest.mark.parametrize("tone", FIVE)
@pytest.mark.parametrize("tension", Tension)
def test_no_tone_shames_or_commands(tone: float, tension: Tension) -> None:
    guidance = tone_guidance(tone)

    assert not shaming(guidance, tension)
    assert "not your respect" in guidance
    assert ("no sarcasm, blame, orders or coldness" in guidance) is (tone >= 6)
    assert ("No pity and no baby talk" in guidance) is (tone <= 4)


@pytest.mark.parametrize(
    ("tension", "tone", "session", "softer"),
    [
        (Tension.PERFORM, 8.0, 1, True),
        (Tension.AVOID, 10.0, 1, True),
        (Tension.PERFORM, 5.0, 1, False),
        (Tension.PERFORM, 8.0, 2, False),
        (Tension.GRIP, 10.0, 1, False),
    ],
)
def test_in_a_first_session_directness_is_a_step_softer_where_it_shames(
    tension: Tension, tone: float, session: int, *, softer: bool
) -> None:
    text = block(tone, session=session, tension=tension)

    assert ("go a step softer" in text) is softer


def test_a_capped_tone_is_not_announced() -> None:
    assert block(4.0, stored=8.0) == block(4.0)


def test_a_change_in_mid_session_says_how_it_sounds() -> None:
    style = StyleNews(9.0, Depth.LIGHT, LearningStyle.STORY)

    told = preface(PrefaceFacts(style=style))

    assert f"tone 9 of 10. {tone_guidance(9.0)}" in told
