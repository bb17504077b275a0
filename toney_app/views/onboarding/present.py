"""The steps before home, in the person's language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.content import localised

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.content.onboarding import Option as ContentOption
    from coaching.content.onboarding import Question as ContentQuestion
    from coaching.content.onboarding import StyleOption, StyleQuestion
    from coaching.models import Profile

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


def question(found: ContentQuestion, lang: str) -> Question:
    """Return a question of the questions step."""
    return Question(
        id=found.id,
        kind=found.kind,
        prompt=localised(lang, found.id, found.prompt),
        help=localised(lang, f"{found.id}.help", found.help) if found.help else "",
        placeholder=localised(lang, f"{found.id}.placeholder", found.placeholder),
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


def chosen(asked: ContentQuestion, profile: Profile) -> list[str]:
    """Return what was answered before."""
    if asked.kind == "multi":
        return list(profile.life_context)
    answer = profile.onboarding_answers.get(asked.id, "")
    return [answer] if answer else []
