"""The first guess, in the person's language and with their own answers beside it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coaching.content import (
    ALL_TENSIONS,
    identify_tension,
    load_onboarding,
    localised,
    tension_details,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.models import Profile
    from coaching.values.enums import Tension

_EVIDENCE = 2
_QUOTES = '"“”'


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tension that the person may pick."""

    id: str = ""
    label: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The guess; `pick` says why the person decides instead: low, none, or nothing."""

    guess: Candidate = Candidate()
    secondary: str = ""
    evidence: list[str] = field(default_factory=list[str])
    candidates: list[Candidate] = field(default_factory=list[Candidate])
    pick: str = ""


def pattern(profile: Profile) -> Pattern:
    """Return what the answers point to."""
    lang, result = profile.locale, identify_tension(profile.onboarding_answers)
    if result.primary is None:
        return Pattern(candidates=everyone(lang), pick="none")
    return Pattern(
        guess=_candidate(result.primary, lang),
        secondary=_candidate(result.secondary, lang).label if result.secondary else "",
        evidence=_evidence(profile.onboarding_answers, result.primary, lang),
        candidates=[_candidate(name, lang) for name in result.candidates],
        pick="low" if result.needs_user_pick else "",
    )


def with_everyone(shown: Pattern, lang: str) -> Pattern:
    """Return the pattern with all seven to pick from."""
    return replace(shown, candidates=everyone(lang))


def everyone(lang: str) -> list[Candidate]:
    """Return all seven tensions."""
    return [_candidate(name, lang) for name in ALL_TENSIONS]


def _candidate(name: Tension, lang: str) -> Candidate:
    found = tension_details(name)
    label = localised(lang, f"{name}.label", found.label)
    return Candidate(name.value, label, localised(lang, f"{name}.user_line", found.user_line))


def _evidence(answers: Mapping[str, str], name: Tension, lang: str) -> list[str]:
    """Return the first of the person's answers that led to a tension, without inner quotes."""
    options = (asked.option(answers.get(asked.id)) for asked in load_onboarding().scored)
    leading = (option for option in options if option and option.primary is name)
    words = [localised(lang, option.id, option.text).strip(_QUOTES) for option in leading]
    return words[:_EVIDENCE]
