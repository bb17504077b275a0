"""Profile settings; each field is validated before it is stored."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

from coaching.clock import zone
from coaching.content.style import MAX_TONE, MIN_TONE
from coaching.errors import InvalidInput
from coaching.repositories import profiles
from coaching.safety import ELSEWHERE, countries
from coaching.services import onboarding_result
from coaching.services.accounts import known_locale
from coaching.values.clean_text import clean_text
from coaching.values.enums import Depth, LearningStyle, Tension

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from enum import StrEnum
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Profile

Word = TypeVar("Word", bound="StrEnum")

NAME_MAX = 80


async def require(s: AsyncSession, owner: UUID) -> Profile:
    """Return the person's profile."""
    return await profiles.require(s, owner)


async def change(s: AsyncSession, owner: UUID, *, at: datetime, **wanted: object) -> Profile:
    """Change what is given; every field that does not fit is named, and then nothing changes."""
    wrong: dict[str, str] = {}
    columns: dict[str, object] = {}
    tension: Tension | None = None
    for name, value in wanted.items():
        try:
            if name == "tension":
                tension = _one_of(Tension, name, value)
            else:
                columns |= _FIELDS[name](value)
        except InvalidInput as error:
            wrong |= error.fields
    if wrong:
        raise InvalidInput(wrong)
    await profiles.hold(s, owner)
    person = await profiles.change(s, owner, at=at, **columns)
    if tension is not None:
        return await onboarding_result.choose(s, person, tension, at=at)
    return person


def language_of(person: Profile) -> str:
    """Return the language of a person, without the region."""
    return person.locale.partition("-")[0].lower()


async def speak(s: AsyncSession, owner: UUID, language: str, *, at: datetime) -> Profile:
    """Change the language of everything that a person reads; their region stays."""
    _, *region = (await require(s, owner)).locale.split("-")
    return await change(s, owner, at=at, locale="-".join((language, *region)))


def check_tone(value: object) -> float:
    """Return a tone with one decimal, or say what is wrong with it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput({"tone": "has to be a number"})
    if not MIN_TONE <= value <= MAX_TONE or not math.isclose(round(value, 1), value):
        raise InvalidInput({"tone": f"has to be from {MIN_TONE} to {MAX_TONE} with one decimal"})
    return round(float(value), 1)


def _name(value: object) -> dict[str, object]:
    return {"name": clean_text("name", value, maximum=NAME_MAX, may_be_empty=True)}


def _locale(value: object) -> dict[str, object]:
    return {"locale": known_locale(clean_text("locale", value, maximum=NAME_MAX))}


def _time_zone(value: object) -> dict[str, object]:
    return {"time_zone": zone(clean_text("timeZone", value, maximum=NAME_MAX)).key}


def _country(value: object) -> dict[str, object]:
    """Check a country; ELSEWHERE is a choice too, so that no other country is guessed."""
    known = isinstance(value, str) and (value in {*countries(), ELSEWHERE})
    if value is not None and not known:
        raise InvalidInput({"country": "has to be a code of two letters such as GB, or null"})
    return {"country": value}


def _tone(value: object) -> dict[str, object]:
    return {"tone": check_tone(value)}


def _saving_mode(value: object) -> dict[str, object]:
    if not isinstance(value, bool):
        raise InvalidInput({"savingMode": "has to be true or false"})
    return {"saving_mode": value}


def _one_of(kind: type[Word], field: str, value: object) -> Word:
    try:
        return kind(str(value))
    except ValueError:
        words = ", ".join(member.value for member in kind)
        raise InvalidInput({field: f"has to be one of {words}"}) from None


_FIELDS: dict[str, Callable[[Any], dict[str, object]]] = {
    "name": _name,
    "locale": _locale,
    "time_zone": _time_zone,
    "country": _country,
    "tone": _tone,
    "saving_mode": _saving_mode,
    "depth": lambda value: {"depth": _one_of(Depth, "depth", value)},
    "learning_style": lambda value: {
        "learning_style": _one_of(LearningStyle, "learningStyle", value)
    },
}
