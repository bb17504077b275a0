"""The ten prompt modules (A37): four in the core, six chosen for a person when a session begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import tone_band
from coaching.prompts.render import joined, render, section, source

if TYPE_CHECKING:
    from coaching.values.context import PersonView

CORE = (
    "coach/identity",
    "coach/examples",
    "coach/safety_rails",
    "coach/motivational_interviewing",
    "coach/aware_method",
    "coach/bias_detection",
    "coach/tools",
    "shared/data",
)
UNSURE_BELOW = 0.55


def core() -> str:
    """Return what is the same for everyone: no name, no date, nothing of anybody."""
    return joined(*(source(name) for name in CORE))


def tension(person: PersonView) -> str:
    """Return how their tension works, the second one in a line."""
    if person.tension is None:
        return source("coach/tension/unknown")
    second = person.secondary_tension
    return joined(
        source(f"coach/tension/{person.tension}"),
        section("coach/tension/second", second) if second else "",
        _how_sure(person),
    )


def tone(person: PersonView) -> str:
    """Return the band of their tone and its number."""
    return render(f"coach/tone/{tone_band(person.tone)}", tone=f"{person.tone:g}")


def depth(person: PersonView) -> str:
    """Return how deep they want to go."""
    return source(f"coach/depth/{person.depth}")


def learning_style(person: PersonView) -> str:
    """Return what makes it click."""
    return source(f"coach/learning_style/{person.learning_style}")


def stage(person: PersonView) -> str:
    """Return what their stage of change asks for."""
    return source(f"coach/stage/{person.stage}")


def first_conversation(person: PersonView) -> str:
    """Return how the first conversation goes; without a guess where none may be offered."""
    has_guess = bool(person.hypothesis)
    return source(f"coach/first_conversation{'' if has_guess else '_without_guess'}")


def _how_sure(person: PersonView) -> str:
    if person.tension_source == "user":
        return section("coach/facts", "chosen")
    is_unsure = person.tension_confidence < UNSURE_BELOW
    return section("coach/facts", "unsure") if is_unsure else ""
