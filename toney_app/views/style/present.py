"""The tone dial, and the help that an answer of before asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content import load_onboarding, score_style, tone_band
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Collection

    from coaching.models import Profile

DIAL_AT = 1
"""Where the dial stands in for the second question: both ask how direct Toney should be."""


@dataclass(frozen=True, slots=True)
class Dial:
    """Where the dial stands."""

    is_shown: bool = False
    tone: float = 5.0
    band: str = "balanced"


def dial(tone: float) -> Dial:
    """Return the dial at a tone."""
    return Dial(is_shown=True, tone=tone, band=tone_band(tone))


def dial_of(profile: Profile) -> Dial:
    """Return the dial where the choices so far, or the person, have put it."""
    return dial(score_style(profile.style_answers).tone)


def is_dial_next(profile: Profile) -> bool:
    """Return True if the dial is what is asked now."""
    return profile.onboarding_position == DIAL_AT


def help_for(life_context: Collection[str]) -> str:
    """Return the category of the help that a life context asks for, or nothing."""
    effects = load_onboarding().context.effects
    serious = (effects[name] for name in life_context if name in effects)
    found = (effect.category for effect in serious if effect.level is not SafetyLevel.NONE)
    return next(found, "")
