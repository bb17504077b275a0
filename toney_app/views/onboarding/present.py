"""The steps before home, in the person's language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.content import load_onboarding, localised, tension_details

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from coaching.content.onboarding import Option as ContentOption
    from coaching.content.onboarding import Question as ContentQuestion
    from coaching.content.onboarding import StyleOption, StyleQuestion
    from coaching.values.enums import Tension

_NONE = "_none"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer."""

    id: str = ""
    text: str = ""
    without_box: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One screen: single, multi or text."""

    id: str = ""
    kind: str = "single"
    prompt: str = ""
    help: str = ""
    placeholder: str = ""
    most: int = 1
    max_chars: int = 600
    options: list[Option] = field(default_factory=list[Option])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tension that the person may pick."""

    id: str = ""
    label: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The first guess. Without a tension there are only candidates."""

    tension: str = ""
    label: str = ""
    line: str = ""
    secondary: str = ""
    evidence: list[str] = field(default_factory=list[str])
    candidates: list[Candidate] = field(default_factory=list[Candidate])
    is_low: bool = False


def question(found: ContentQuestion, lang: str) -> Question:
    """Return a question of the questions step."""
    return Question(
        id=found.id,
        kind=found.kind,
        prompt=localised(lang, found.id, found.prompt),
        help=localised(lang, f"{found.id}.help", found.help) if found.help else "",
        placeholder=found.placeholder,
        most=found.max or 1,
        max_chars=found.max_chars or 600,
        options=_options(found.options, lang),
    )


def style_question(found: StyleQuestion, lang: str) -> Question:
    """Return a question of the style quiz."""
    return Question(
        id=found.id,
        prompt=localised(lang, found.id, found.prompt),
        options=_options(found.options, lang),
    )


def _options(found: Iterable[ContentOption | StyleOption], lang: str) -> list[Option]:
    return [
        Option(option.id, localised(lang, option.id, option.text), option.id.endswith(_NONE))
        for option in found
    ]


def choose(asked: Question, chosen: list[str], option_id: str) -> list[str]:
    """Return the chosen answers after a tap: one of several, or up to `most`."""
    none = next((option.id for option in asked.options if option.without_box), "")
    if asked.kind != "multi" or option_id == none:
        return [option_id]
    others = [kept for kept in chosen if kept not in {none, option_id}]
    if option_id in chosen:
        return others
    return [*others, option_id] if len(others) < asked.most else others


def candidates(tensions: Iterable[Tension]) -> list[Candidate]:
    """Return rows to pick a tension from."""
    found = [tension_details(name) for name in tensions]
    return [Candidate(details.id.value, details.label, details.user_line) for details in found]


def evidence(answers: Mapping[str, str], tension_name: Tension, lang: str) -> list[str]:
    """Return up to two of the person's own answers that led to a tension."""
    picked: list[str] = []
    for asked in load_onboarding().scored:
        option = asked.option(answers.get(asked.id))
        if option and option.primary is tension_name:
            picked.append(localised(lang, option.id, option.text).strip('"“”'))
    return picked[:2]
