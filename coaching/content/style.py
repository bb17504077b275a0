"""How Toney talks to a person: tone, depth, learning style.

The stored tone is the person's. Caps are applied where it is read, so that a hard day never
changes a setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from coaching.content.onboarding import load_onboarding
from coaching.values.enums import Depth, LearningStyle

ToneBand = Literal["gentle", "balanced", "direct"]

MIN_TONE = 1.0
MAX_TONE = 10.0
DEFAULT_TONE_BASE = 5
TONE_AFTER_SAFETY_EVENT = 4.0
GENTLE_BELOW = 5.0
DIRECT_FROM = 7.0


@dataclass(frozen=True, slots=True)
class Style:
    """Result of the style quiz."""

    tone: float
    depth: Depth
    learning_style: LearningStyle


def score_style(answers: object) -> Style:
    """Return the style that the quiz answers give; a `tone` in them is the dial's and wins."""
    given = cast("Mapping[str, object]", answers if isinstance(answers, Mapping) else {})
    base, adjust = DEFAULT_TONE_BASE, 0
    depth, learning_style = Depth.BALANCED, LearningStyle.REFLECTION
    for question in load_onboarding().style_quiz.questions:
        option = question.option(given.get(question.id))
        if option is None:
            continue
        base = base if option.tone_base is None else option.tone_base
        adjust = adjust if option.tone_adjust is None else option.tone_adjust
        depth = option.depth or depth
        learning_style = option.learning_style or learning_style
    dial = given.get("tone")
    tone = base + adjust
    if isinstance(dial, int | float) and not isinstance(dial, bool):
        tone = dial
    return Style(float(min(MAX_TONE, max(MIN_TONE, tone))), depth, learning_style)


def tone_band(tone: float) -> ToneBand:
    """Return the band of a tone: gentle below 5, direct from 7."""
    if tone < GENTLE_BELOW:
        return "gentle"
    return "direct" if tone >= DIRECT_FROM else "balanced"


def effective_tone(stored: float, *, safety_recent: bool) -> float:
    """Return the tone to speak in: at most 4 in this session and the next after a safety event."""
    return min(stored, TONE_AFTER_SAFETY_EVENT) if safety_recent else stored


def effective_depth(
    stored: Depth,
    *,
    session_number: int,
    last_session_danger: bool = False,
    safety_recent: bool = False,
) -> Depth:
    """Return the depth to go to: never deep in session 1, or near a danger."""
    capped = session_number <= 1 or last_session_danger or safety_recent
    return Depth.BALANCED if capped and stored is Depth.DEEP else stored
