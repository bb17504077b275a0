"""The ten prompt modules (A37): four in the core, six chosen for a person when a session begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import heaviest, stage_offers, words_to_leave_alone
from coaching.prompts.render import joined, render, section, source
from coaching.prompts.tone import DIRECT_FROM, FRAME, tone_guidance, tone_heading
from coaching.values.enums import CardKind, Tension

if TYPE_CHECKING:
    from coaching.values.context import PersonView

CORE = (
    "coach/examples",
    "coach/safety_rails",
    "coach/motivational_interviewing",
    "coach/aware_method",
    "coach/bias_detection",
    "coach/tools",
    "shared/data",
)
UNSURE_BELOW = 0.55
EASILY_SHAMED = frozenset({Tension.AVOID, Tension.NUMB, Tension.PERFORM})


def core() -> str:
    """Return what is the same for everyone: no name, no date, nothing of anybody."""
    return joined(identity(), *map(source, CORE))


def identity() -> str:
    """Return who Toney is and how it writes."""
    return render("coach/identity", words=", ".join(words_to_leave_alone()))


def kind(name: str) -> str:
    """Return what a kind of conversation is for, and the tools that it has beside the Coach's."""
    return source(f"coach/kinds/{name}")


def tension(person: PersonView) -> str:
    """Return how their tension works, the second one in a line."""
    if person.tension is None:
        return source("coach/tension/unknown")
    second = person.secondary_tension
    return joined(
        render(f"coach/tension/{person.tension}", shame=_shame(person.tension)),
        section("coach/tension/second", second) if second else "",
        _how_sure(person),
    )


def tone(person: PersonView, *, session_number: int = 0) -> str:
    """Return how their tone sounds."""
    guidance = tone_guidance(person.tone)
    if session_number == 1 and person.tension in EASILY_SHAMED and person.tone >= DIRECT_FROM:
        guidance = f"{guidance} {section(FRAME, 'first_session')}"
    return joined(f"## {tone_heading(person.tone)}", guidance)


def depth(person: PersonView) -> str:
    """Return how deep they want to go."""
    return source(f"coach/depth/{person.depth}")


def learning_style(person: PersonView) -> str:
    """Return what makes it click."""
    return source(f"coach/learning_style/{person.learning_style}")


def stage(person: PersonView) -> str:
    """Return what their stage of change asks for, and which cards fit it."""
    return render(f"coach/stage/{person.stage}", cards=cards_that_fit(person))


def cards_that_fit(person: PersonView) -> str:
    """Return in words what the table of offers allows them; no talk where it could be unsafe."""
    unsafe = CardKind.CONVERSATION if "ctx_controlled" in person.life_context else None
    fitting = (kind for kind in stage_offers(person.stage).offers if kind is not unsafe)
    kinds = [section("coach/stage/cards", kind) for kind in fitting]
    if not kinds:
        return section("coach/stage/cards", "none")
    *others, last = kinds
    listed = f"{', '.join(others)} or {last}" if others else last
    return section("coach/stage/cards", "some", kinds=listed)


def first_conversation(person: PersonView) -> str:
    """Return how the first conversation goes; without a guess where none may be offered."""
    has_guess = bool(person.hypothesis)
    return source(f"coach/first_conversation{'' if has_guess else '_without_guess'}")


def _shame(tension: Tension) -> str:
    return section("coach/tension/shame", "words", words=", ".join(heaviest(tension)))


def _how_sure(person: PersonView) -> str:
    if person.tension_source == "user":
        return section("coach/facts", "chosen")
    is_unsure = person.tension_confidence < UNSURE_BELOW
    return section("coach/facts", "unsure") if is_unsure else ""
