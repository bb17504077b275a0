"""Whom an admin can talk as: the people of the stories, and one they describe themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.content import identify_tension
from coaching.simulator.answering import answers_for, style_for
from coaching.values.enums import Depth, LearningStyle, Tension

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PEOPLE = Path(__file__).parents[1] / "evals" / "stories" / "people"
"""Their files; who is held out stays out, because nobody may tune the coach on them."""
LONGEST_NAME, LONGEST_WHY = 40, 200


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody made up: their answers to the onboarding, and what they would write, in order."""

    id: str
    name: str
    about: str
    answers: Mapping[str, str]
    why: str = ""
    context: Sequence[str] = ()
    style: Mapping[str, str | float] = field(default_factory=dict[str, str | float])
    language: str = "en"
    lines: tuple[str, ...] = ()

    @property
    def tension(self) -> Tension | None:
        """Return the tension that their answers lead to."""
        return identify_tension(dict(self.answers)).primary

    @property
    def tone(self) -> float:
        """Return where their dial is, from 1 to 10."""
        return float(self.style.get("tone", 5))


@cache
def described() -> tuple[Persona, ...]:
    """Return the people of the stories that are not held out, by name."""
    rows = [json.loads(file.read_text("utf-8")) for file in sorted(PEOPLE.glob("*.json"))]
    return tuple(_persona(row) for row in rows if not row.get("held_out"))


def custom(*, name: str, tension: Tension | None, tone: float, language: str, why: str) -> Persona:
    """Return somebody with a tension and a tone; what is missing gets a plain value."""
    name, why = name.strip()[:LONGEST_NAME], why.strip()[:LONGEST_WHY]
    return Persona(
        id="custom",
        name=name or "Robin",
        about="",
        answers=answers_for(tension),
        why=why,
        style=style_for(tone, Depth.BALANCED, LearningStyle.REFLECTION),
        language=language,
        lines=(why,) if why else (),
    )


def _persona(row: Mapping[str, Any]) -> Persona:
    person = row["person"]
    return Persona(
        id=row["id"],
        name=person["name"],
        about=person["about"],
        answers=person["answers"],
        why=person.get("why", ""),
        context=person.get("context", ()),
        style=person.get("style", {}),
        language=row.get("language", "en"),
        lines=tuple(line for session in row["sessions"] for line in session.get("lines", ())),
    )
