"""The people of the made-up world, drawn at random from a fixed seed: the same everywhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, UUID, uuid5

from coaching.values.enums import Depth, LearningStyle, OnboardingStep, Tension

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DAYS = 182
_SEED = 20_261_122
_ZONES = {
    "en": (("Europe/London", "GB"), ("America/New_York", "US"), ("Australia/Sydney", "AU")),
    "es": (("Europe/Madrid", "ES"), ("America/Mexico_City", "MX"), ("America/Bogota", "CO")),
}
_SHARE_IN_SPANISH, _HAS_A_SECOND = 0.3, 0.6
"""Chances: writes in Spanish, has a second tension."""
_GETS_TO = {
    OnboardingStep.HOME: 86,
    OnboardingStep.WELCOME: 2,
    OnboardingStep.QUESTIONS: 5,
    OnboardingStep.PATTERN: 2,
    OnboardingStep.STYLE_INTRO: 2,
    OnboardingStep.STYLE_QUIZ: 3,
}
"""Of a hundred people: how many get to which step of the onboarding, and no further."""
_LOSES_INTEREST = (0.55, 0.35, 0.22, 0.12)
"""The chance to stop after the first, second, third and each later week: early weeks lose most."""


@dataclass(frozen=True, slots=True)
class Words:
    """Messages of people with one tension in one language, with Toney's replies."""

    why: Sequence[str]
    talk: Sequence[tuple[str, str]]
    wins: Sequence[str]
    card: tuple[str, str]
    memory: tuple[str, str]
    signal: str


@dataclass(frozen=True, slots=True)
class Somebody:
    """A made-up person. `joined` counts days from the start, `weeks` how long they keep coming."""

    number: int
    name: str
    locale: str
    time_zone: str
    country: str
    tension: Tension
    second: Tension | None
    why: str
    tone: float
    depth: Depth
    learning_style: LearningStyle
    joined: int
    got_to: OnboardingStep
    weeks: int
    words: Words

    @property
    def id(self) -> UUID:
        """The same id on every machine."""
        return uuid5(NAMESPACE_URL, f"toney-world/{self.number}")


def chance(number: int) -> Random:
    """Return a person's own source of chance: one person more changes nobody else."""
    return Random(_SEED + number)  # noqa: S311 - made-up people, not secrets


def somebody(number: int, random: Random) -> Somebody:
    """Draw one person."""
    locale = "es" if random.random() < _SHARE_IN_SPANISH else "en"
    tension = list(Tension)[number % len(Tension)]  # every tension, whatever is drawn
    others = [other for other in Tension if other is not tension]
    words = texts(locale, tension)
    time_zone, country = random.choice(_ZONES[locale])
    return Somebody(
        number=number,
        name=random.choice(_names(locale)),
        locale=locale,
        time_zone=time_zone,
        country=country,
        tension=tension,
        second=random.choice(others) if random.random() < _HAS_A_SECOND else None,
        why=random.choice(words.why),
        tone=random.randint(1, 10),
        depth=random.choice(list(Depth)),
        learning_style=random.choice(list(LearningStyle)),
        joined=int(DAYS * random.random() ** 0.7),  # more people come every month
        got_to=random.choices(list(_GETS_TO), weights=list(_GETS_TO.values()))[0],
        weeks=_weeks(random),
        words=words,
    )


def _weeks(random: Random) -> int:
    weeks = 1
    while random.random() >= _LOSES_INTEREST[min(weeks, len(_LOSES_INTEREST)) - 1]:
        weeks += 1
    return weeks


@cache
def texts(locale: str, tension: Tension) -> Words:
    """Return what is said in a language about a tension."""
    found = _texts()[locale][tension.value]
    return Words(
        why=found["why"],
        talk=[(said, replied) for said, replied in found["talk"]],
        wins=found["wins"],
        card=(found["card"][0], found["card"][1]),
        memory=(found["memory"][0], found["memory"][1]),
        signal=found["signal"],
    )


def _names(locale: str) -> list[str]:
    return _texts()[locale]["names"]


@cache
def _texts() -> Mapping[str, Any]:
    text = (files("coaching.cli.world") / "texts.json").read_text(encoding="utf-8")
    return json.loads(text)
